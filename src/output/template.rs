//! Names of output files from a template.

use super::name::safe;
use crate::record::{GameTime, HeaderKey, Record};

/// A name with places to fill, such as `{date}_{black}_{white}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Field(Field),
}

/// What a template can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// The source's name without folders and ending.
    Stem,
    /// Which game of the source.
    Game,
    /// The day of the game, as 2024-04-01.
    Date,
    Black,
    White,
    Event,
    Site,
    Opening,
    /// The number of moves.
    Plies,
    /// Who won: black, white, draw, none.
    Winner,
    /// How it ended.
    Ending,
}

const FIELDS: [(&str, Field); 11] = [
    ("stem", Field::Stem),
    ("game", Field::Game),
    ("date", Field::Date),
    ("black", Field::Black),
    ("white", Field::White),
    ("event", Field::Event),
    ("site", Field::Site),
    ("opening", Field::Opening),
    ("plies", Field::Plies),
    ("winner", Field::Winner),
    ("ending", Field::Ending),
];

/// Why a text is no template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A brace without its partner.
    #[error("a brace without its partner")]
    Brace,
    /// Braces around a word that names nothing.
    #[error(
        "{{{0}}} names nothing; known are {{stem}} {{game}} {{date}} {{black}} {{white}} {{event}} {{site}} {{opening}} {{plies}} {{winner}} {{ending}}"
    )]
    Field(String),
    /// Nothing at all.
    #[error("the template is empty")]
    Empty,
}

impl std::str::FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Template, TemplateError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(['{', '}']).unwrap_or(rest.len());
            if end > 0 {
                parts.push(Part::Text(rest[..end].to_owned()));
            }
            rest = &rest[end..];
            if rest.is_empty() {
                break;
            }
            let name = rest.strip_prefix('{').ok_or(TemplateError::Brace)?;
            let close = name.find('}').ok_or(TemplateError::Brace)?;
            let field = FIELDS.iter().find(|(word, _)| *word == &name[..close]);
            let field = field.ok_or_else(|| TemplateError::Field(name[..close].to_owned()))?;
            parts.push(Part::Field(field.1));
            rest = &name[close + 1..];
        }
        if parts.is_empty() {
            return Err(TemplateError::Empty);
        }
        Ok(Template { parts })
    }
}

/// What a name can be made of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The source's name without folders and ending.
    pub stem: &'a str,
    /// Which game of the source, from 1.
    pub game: u32,
    /// The record.
    pub record: &'a Record,
    /// How many moves its main line has.
    pub plies: u32,
    /// The name of the winner, as in machine output.
    pub winner: &'a str,
    /// The name of the ending, as in machine output.
    pub ending: &'a str,
}

impl Template {
    /// The name for one game, without an ending. `/` in the template itself makes folders; what comes from the record
    /// never does.
    pub fn fill(&self, subject: &Subject<'_>) -> String {
        let mut name = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => name.push_str(text),
                Part::Field(field) => {
                    let value = field.value(subject);
                    // Whatever would divide or end the name becomes harmless here, dots at its start included.
                    let value = value.replace(['/', '\\'], "_");
                    name.push_str(value.trim());
                }
            }
        }
        let folders = name.split('/').filter(|part| !part.is_empty());
        let folders: Vec<String> = folders.map(safe).collect();
        if folders.is_empty() {
            "_".to_owned()
        } else {
            folders.join("/")
        }
    }
}

impl Field {
    fn value(self, subject: &Subject<'_>) -> String {
        let header = |key| subject.record.header(key).unwrap_or("").to_owned();
        match self {
            Field::Stem => subject.stem.to_owned(),
            Field::Game => subject.game.to_string(),
            Field::Date => {
                let time = subject.record.header(HeaderKey::StartTime);
                let time = time.and_then(GameTime::parse);
                time.map_or(String::new(), |(it, _)| {
                    format!("{:04}-{:02}-{:02}", it.year, it.month, it.day)
                })
            }
            Field::Black => header(HeaderKey::Black),
            Field::White => header(HeaderKey::White),
            Field::Event => header(HeaderKey::Event),
            Field::Site => header(HeaderKey::Site),
            Field::Opening => header(HeaderKey::Opening),
            Field::Plies => subject.plies.to_string(),
            Field::Winner => subject.winner.to_owned(),
            Field::Ending => subject.ending.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Header;
    use crate::text::Span;

    fn record(headers: &[(HeaderKey, &str)]) -> Record {
        let mut record = Record::default();
        for &(key, value) in headers {
            let value = record.add_text(value);
            record.headers.push(Header {
                key,
                name: Span::default(),
                value,
            });
        }
        record
    }

    fn fill(template: &str, record: &Record) -> String {
        let subject = Subject {
            stem: "a",
            game: 3,
            record,
            plies: 120,
            winner: "black",
            ending: "resignation",
        };
        let template: Template = template.parse().expect("a template");
        template.fill(&subject)
    }

    #[test]
    fn templates_are_filled_from_the_record() {
        let record = record(&[
            (HeaderKey::StartTime, "2024/4/1(月) 10:00"),
            (HeaderKey::Black, "羽生 善治"),
            (HeaderKey::White, "A/B\\C:*?"),
        ]);
        assert_eq!(
            fill("{date}_{black}_{white}", &record),
            "2024-04-01_羽生 善治_A_B_C___"
        );
        assert_eq!(fill("{stem}-{game}", &record), "a-3");
        assert_eq!(
            fill("{winner}/{event}/{ending}", &record),
            "black/resignation"
        );
        assert_eq!(fill("{event}", &record), "_");
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let record = record(&[(HeaderKey::Black, ".."), (HeaderKey::White, "/etc/passwd")]);
        assert_eq!(fill("{black}", &record), "_");
        assert_eq!(fill("../{black}/x", &record), "_/_/x");
        assert_eq!(fill("{white}", &record), "_etc_passwd");
    }

    #[test]
    fn templates_with_faults_are_refused() {
        for text in ["", "{", "a}", "{black", "{nonsense}"] {
            assert!(text.parse::<Template>().is_err(), "{text}");
        }
    }
}
