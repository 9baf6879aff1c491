//! Dates and times of day. How people write them is read in `date_reading`.

/// A date, and a time of day where one is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameTime {
    /// The year, 1 to 9999.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month.
    pub day: u8,
    /// Hours, minutes and seconds.
    pub clock: Option<(u8, u8, u8)>,
}

impl GameTime {
    /// Days since 1970-01-01.
    pub fn days(&self) -> i32 {
        // Counted from March, the leap day is the last of its year.
        let month = i32::from(self.month);
        let year = i32::from(self.year) - i32::from(month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + i32::from(self.day) - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// Microseconds since 1970-01-01 00:00; none where no time of day is given.
    pub fn microseconds(&self) -> Option<i64> {
        let (hours, minutes, seconds) = self.clock?;
        let of_day = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
        Some((i64::from(self.days()) * 86_400 + of_day) * 1_000_000)
    }

    /// The form of the CSA standard: `2024/04/01 10:00:00`.
    pub fn csa(&self) -> String {
        let date = format!("{:04}/{:02}/{:02}", self.year, self.month, self.day);
        match self.clock {
            None => date,
            Some((h, m, s)) => format!("{date} {h:02}:{m:02}:{s:02}"),
        }
    }
}

/// The year, month and day that lie so many days after 1970-01-01.
pub fn civil(days: i64) -> (i64, i64, i64) {
    // Counted from 0000-03-01, years end with their leap day.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

pub(super) const fn days(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_every_form() {
        let rows = [
            ("2024/04/01 10:05:09", "2024/04/01 10:05:09"),
            ("2024/04/01", "2024/04/01"),
            ("2017/11/15 0:23:44", "2017/11/15 00:23:44"),
            ("2017/11/15 9:05", "2017/11/15 09:05:00"),
            ("2017-1-5", "2017/01/05"),
            ("2017.01.05", "2017/01/05"),
            ("2017/11/15(水) 10:00:00", "2017/11/15 10:00:00"),
            ("2017年11月15日（水） 10時00分", "2017/11/15 10:00:00"),
            ("2024-04-01T10:00:00", "2024/04/01 10:00:00"),
            ("2024/02/29", "2024/02/29"),
        ];
        for (text, canonical) in rows {
            let time = GameTime::parse(text).map(|(time, _)| time.csa());
            assert_eq!(time.as_deref(), Some(canonical), "{text}");
        }
        for text in [
            "",
            "2023/02/29",
            "2024/13/01",
            "2024/00/01",
            "15:05:40",
            "x",
            "2024",
            "99999/01/01",
            "0/01/01",
        ] {
            assert_eq!(GameTime::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_and_dates_go_both_ways() {
        for (text, days) in [
            ("1970/01/01", 0),
            ("1969/12/31", -1),
            ("2000/02/29", 11_016),
            ("2024/03/01", 19_783),
        ] {
            let (time, _) = GameTime::parse(text).unwrap();
            assert_eq!(time.days(), days);
        }
        for days in (-700_000..2_900_000).step_by(37) {
            let (year, month, day) = civil(days);
            let text = format!("{year:04}/{month:02}/{day:02}");
            if let Some((time, _)) = GameTime::parse(&text) {
                assert_eq!(i64::from(time.days()), days, "{text}");
            }
        }
    }
}
