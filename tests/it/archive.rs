//! Archives read where they lie: what comes out, and what broken ones say.

use std::ops::ControlFlow;

use kifu::archive::{self, Content, Entry, Fault, Kind, MAX_EXPAND, Source};

use crate::archive_makers::{self as make, Files, Zip};

const KIF: &[u8] = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n".as_bytes();
const CSA: &[u8] = b"V2.2\nPI\n+\n+7776FU\n%TORYO\n";

/// What an archive holds: members with what could be read of them, then what went wrong.
#[derive(Debug, Default, PartialEq)]
struct Found {
    members: Vec<(String, Vec<u8>)>,
    faults: Vec<(Option<String>, Option<Fault>)>,
}

fn look(name: &str, bytes: &[u8], streamed: bool) -> Found {
    look_within(name, bytes, streamed, MAX_EXPAND)
}

fn look_within(name: &str, bytes: &[u8], streamed: bool, max_expand: u64) -> Found {
    let mut found = Found::default();
    let Some(kind) = Kind::detect(&bytes[..bytes.len().min(archive::HEAD)], name) else {
        panic!("{name}: {} bytes are no archive", bytes.len());
    };
    let source = if streamed {
        Source::stream(Vec::new(), bytes)
    } else {
        Source::bytes(bytes)
    };
    let fault = |error: &std::io::Error| Fault::of(error).cloned();
    match archive::open(kind, name, source, max_expand) {
        Err(error) => found.faults.push((None, fault(&error))),
        Ok(Content::File(mut file)) => {
            let mut held = Vec::new();
            if let Err(error) = file.read_to_end(&mut held) {
                found.faults.push((None, fault(&error)));
            }
            found.members.push((String::new(), held));
        }
        Ok(Content::Archive(archive)) => archive.members(&mut |entry| {
            match entry {
                Entry::Member { name, data } => {
                    let mut held = Vec::new();
                    if let Err(error) = data.read_to_end(&mut held) {
                        found.faults.push((Some(name.to_owned()), fault(&error)));
                    }
                    found.members.push((name.to_owned(), held));
                }
                Entry::Unreadable { name, error } => {
                    let name = name.map(str::to_owned);
                    found.faults.push((name, fault(&error)));
                }
            }
            ControlFlow::Continue(())
        }),
    }
    found
}

fn whole(files: &Files<'_>) -> Found {
    Found {
        members: files
            .iter()
            .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
            .collect(),
        faults: Vec::new(),
    }
}

const FILES: &Files<'_> = &[
    ("棋譜/一局.kif", KIF),
    ("表示/b.csa", CSA),
    ("empty.txt", b""),
];

#[test]
fn every_kind_gives_its_members_in_order() {
    for (ending, bytes) in make::all(FILES) {
        let mut expected = whole(FILES);
        if ending == "7z" {
            // What is empty belongs to no block.
            expected = whole(&[FILES[0], FILES[1], FILES[2]]);
        }
        for streamed in [false, true] {
            let found = look(&format!("a.{ending}"), &bytes, streamed);
            assert_eq!(found, expected, "{ending}, streamed: {streamed}");
        }
    }
}

#[test]
fn a_zip_is_read_however_it_was_written() {
    let many = [
        Zip::default(),
        Zip::default().deflated(),
        Zip::default().deflated().streamed(),
        Zip::default().deflated().cp932(),
    ];
    for zip in many {
        let bytes = zip.make(FILES);
        for streamed in [false, true] {
            assert_eq!(look("a.zip", &bytes, streamed), whole(FILES));
        }
    }
    // Lengths behind stored data are known to the directory only.
    let bytes = Zip::default().streamed().make(FILES);
    assert_eq!(look("a.zip", &bytes, false), whole(FILES));
    let found = look("a.zip", &bytes, true);
    assert!(matches!(found.faults[..], [(None, Some(Fault::Method(_)))]));
    // A program may stand before it, once it is known to be a zip.
    let mut behind = Zip::default().deflated().make(&FILES[..1]);
    behind.extend(Zip::default().deflated().make(FILES));
    assert_eq!(look("a.zip", &behind, false), whole(FILES));
}

#[test]
fn packed_files_are_unpacked_and_may_follow_each_other() {
    let twice = [KIF, CSA].concat();
    for (ending, pack) in [
        ("gz", make::gz as fn(&[u8]) -> Vec<u8>),
        ("zst", make::zst),
        ("xz", make::xz),
    ] {
        let mut bytes = pack(KIF);
        bytes.extend(pack(CSA));
        let expected = whole(&[("", &twice)]);
        assert_eq!(look(&format!("a.{ending}"), &bytes, true), expected);
    }
    let mut padded = make::gz(KIF);
    padded.extend([0; 700]);
    assert_eq!(look("a.gz", &padded, true), whole(&[("", KIF)]));
}

/// Every truncation says that something is missing, and gives what came before.
#[test]
fn cut_off_archives_lose_nothing_that_came_before() {
    let mut kinds = make::all(FILES);
    kinds.push(("zip", Zip::default().deflated().streamed().make(FILES)));
    kinds.push(("7z", make::seven_z(FILES, false)));
    kinds.push(("kif.gz", make::gz(KIF)));
    kinds.push(("kif.zst", make::zst(KIF)));
    kinds.push(("kif.xz", make::xz(KIF)));
    for (ending, bytes) in kinds {
        let name = format!("a.{ending}");
        let expected = look(&name, &bytes, false);
        let step = if bytes.len() > 4000 { 97 } else { 1 };
        for len in (0..bytes.len()).step_by(step) {
            for streamed in [false, true] {
                let found = look(&name, &bytes[..len], streamed);
                // A second empty block of a tar may be missing.
                let is_padding = bytes[len..].iter().all(|&it| it == 0) && ending == "tar";
                assert!(
                    found.faults.len() == 1 || is_padding,
                    "{name} of {len} bytes: {:?}",
                    found.faults
                );
                for (got, want) in found.members.iter().zip(&expected.members) {
                    assert!(want.1.starts_with(&got.1), "{name} of {len} bytes");
                }
            }
        }
    }
}

/// One byte changed anywhere: no panic, and nothing that is read as whole is wrong where there are checksums.
#[test]
fn damage_is_noticed() {
    let mut kinds = make::all(FILES);
    kinds.retain(|(ending, _)| !ending.starts_with("tar"));
    kinds.push(("kif.gz", make::gz(KIF)));
    kinds.push(("kif.xz", make::xz(KIF)));
    kinds.push(("kif.zst", make::zst(KIF)));
    for (ending, bytes) in kinds {
        let name = format!("a.{ending}");
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            if Kind::detect(&damaged[..damaged.len().min(archive::HEAD)], &name).is_none() {
                continue;
            }
            for streamed in [false, true] {
                let found = look(&name, &damaged, streamed);
                if found.faults.is_empty() && !ending.contains("tgz") {
                    let held: Vec<_> = found.members.iter().map(|it| &it.1).collect();
                    let expected = look(&name, &bytes, streamed);
                    let expected: Vec<_> = expected.members.iter().map(|it| &it.1).collect();
                    assert!(
                        held.iter().all(|it| expected.contains(it)),
                        "{name} with byte {at} changed"
                    );
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_read() {
    let faults = |bytes: &[u8], streamed| look("a.zip", bytes, streamed).faults;
    for streamed in [false, true] {
        let encrypted = Zip::default().encrypted().make(FILES);
        let told: Vec<_> = faults(&encrypted, streamed);
        assert_eq!(told.len(), 3);
        let name = Some("表示/b.csa".to_owned());
        assert_eq!(told[1], (name, Some(Fault::Encrypted)));
        let old = Zip::default().method(6).make(&FILES[..1]);
        let method = Fault::Method("Implode".to_owned());
        let name = Some("棋譜/一局.kif".to_owned());
        assert_eq!(faults(&old, streamed), [(name, Some(method))]);
    }
    let inner = Zip::default().make(FILES);
    let nested = Zip::default().make(&[("in/b.zip", &inner), ("c.csa", CSA)]);
    let found = look("a.zip", &nested, false);
    assert_eq!(found.members, whole(&[("c.csa", CSA)]).members);
    let name = Some("in/b.zip".to_owned());
    assert_eq!(found.faults, [(name, Some(Fault::Nested(Kind::Zip)))]);
    let packed_zip = look("a.zip.gz", &make::gz(&inner), false);
    assert_eq!(packed_zip.faults, [(None, Some(Fault::Nested(Kind::Zip)))]);
    let rar = look("a.rar", b"Rar!\x1A\x07\x01\0", false);
    let method = Fault::Method("rar".to_owned());
    assert_eq!(rar.faults, [(None, Some(method))]);
}

#[test]
fn a_bad_checksum_is_told_for_its_member() {
    let mut bytes = Zip::default().make(FILES);
    let at = bytes.windows(4).position(|it| it == b"PI\n+").unwrap();
    bytes[at] = b'X';
    for streamed in [false, true] {
        let found = look("a.zip", &bytes, streamed);
        let name = Some("表示/b.csa".to_owned());
        assert_eq!(found.faults, [(name, Some(Fault::Checksum))]);
        assert_eq!(found.members.len(), 3);
    }
}

#[test]
fn bombs_are_refused_by_name() {
    let zeros = vec![b'0'; 8 << 20];
    let files: &Files<'_> = &[("a.csa", CSA), ("bomb.kif", &zeros), ("c.csa", CSA)];
    let limit = 1 << 20;
    for (ending, bytes) in make::all(files) {
        if ending == "lzh" || ending == "tar" {
            continue;
        }
        let found = look_within(&format!("a.{ending}"), &bytes, false, limit);
        let bombs: Vec<_> = found.faults.iter().map(|it| it.1.clone()).collect();
        assert_eq!(bombs, [Some(Fault::Bomb(limit))], "{ending}");
        assert_eq!(found.members[0].1, CSA, "{ending}");
        // Far below the limit a ratio alone is no fault.
        let found = look(&format!("a.{ending}"), &bytes, false);
        assert_eq!(found.faults, [], "{ending}");
    }
}

#[test]
fn random_bytes_behind_a_signature_are_a_clear_failure() {
    let signatures: [&[u8]; 8] = [
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"7z\xBC\xAF\x27\x1C",
        b"\x1F\x8B\x08",
        b"\x28\xB5\x2F\xFD",
        b"\xFD7zXZ\0",
        b"Rar!\x1A\x07",
        b"%\0-lh5-",
    ];
    let mut state = 1_u64;
    let mut random = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    };
    for signature in signatures {
        for _ in 0..40 {
            let mut bytes = signature.to_vec();
            bytes.extend((0..3000).map(|_| random()));
            if signature.starts_with(b"%") {
                bytes[20] = random() & 3;
            }
            for streamed in [false, true] {
                let found = look("a", &bytes, streamed);
                assert!(!found.faults.is_empty(), "{signature:?}");
            }
        }
    }
}

/// `testdata/README.md` says how they were made.
#[test]
fn archives_of_other_programs_are_read_or_named() {
    let method = |name: &str| Some(Fault::Method(name.to_owned()));
    let two = "two.csa";
    for (file, members, faults) in [
        (
            "python-cp932.zip",
            &["表示/一局.kif", "二局.kif"][..],
            vec![],
        ),
        ("ppmd.7z", &[two, "一局.kif"], vec![]),
        ("two.csa.xz", &[""], vec![]),
        ("locked.7z", &[], vec![(None, Some(Fault::Encrypted))]),
        (
            "locked-content.7z",
            &[],
            vec![(Some(two), Some(Fault::Encrypted))],
        ),
        ("locked.zip", &[], vec![(Some(two), Some(Fault::Encrypted))]),
        ("lzma.zip", &[], vec![(Some(two), method("LZMA"))]),
        ("two.csa.bz2", &[], vec![(None, method("bzip2"))]),
    ] {
        let root = env!("CARGO_MANIFEST_DIR");
        let bytes = std::fs::read(format!("{root}/testdata/archives/{file}")).unwrap();
        for streamed in [false, true] {
            let found = look(file, &bytes, streamed);
            let names: Vec<&str> = found.members.iter().map(|it| &*it.0).collect();
            assert_eq!(names, members, "{file}");
            assert!(found.members.iter().all(|it| !it.1.is_empty()), "{file}");
            let told: Vec<_> = found
                .faults
                .iter()
                .map(|(name, fault)| (name.as_deref(), fault.clone()))
                .collect();
            assert_eq!(told, faults, "{file}, streamed: {streamed}");
        }
    }
}
