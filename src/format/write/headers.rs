//! Headers across notations.

use super::CsaVersion;
use crate::record::{Header, HeaderKey, Record};

/// Whether CSA has a place for a header.
pub(super) fn csa_keeps(record: &Record, header: &Header, version: CsaVersion) -> bool {
    match header.key {
        HeaderKey::Other => {
            let name = record.str(header.name).trim_start_matches('$');
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        }
        HeaderKey::MaxMoves
        | HeaderKey::ImpasseRule
        | HeaderKey::Note
        | HeaderKey::BlackTimeLimit
        | HeaderKey::WhiteTimeLimit => version == CsaVersion::V30,
        HeaderKey::Title | HeaderKey::TimeUsed => false,
        _ => true,
    }
}
