//! The keys of the viewer: one table, for the viewer and for its help.

/// A key, as far as the viewer cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// A character.
    Char(char),
    /// Arrow keys and their kin.
    Left,
    /// →
    Right,
    /// ↑
    Up,
    /// ↓
    Down,
    /// To the start.
    Home,
    /// To the end.
    End,
    /// Back by a page.
    PageUp,
    /// On by a page.
    PageDown,
    /// Return.
    Enter,
    /// Escape.
    Esc,
    /// Deletes what was typed last.
    Backspace,
    /// The tabulator.
    Tab,
    /// The same with shift.
    BackTab,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Play,
    Forward,
    Back,
    ForwardTen,
    BackTen,
    First,
    Last,
    GoTo,
    Faster,
    Slower,
    RecordedTimes,
    NextVariation,
    PreviousVariation,
    MainLine,
    Flip,
    Pieces,
    Language,
    Ascii,
    Save,
    Records,
    Help,
    Quit,
}

/// Keys, as they are shown, what they do, and the row of the catalogue that says so.
pub(super) const KEYS: &[(&[Key], &str, Action, &str)] = &[
    (&[Key::Char(' ')], "space", Action::Play, "view.play_pause"),
    (
        &[Key::Right, Key::Down, Key::Char('j')],
        "right, down, j",
        Action::Forward,
        "view.step_forward",
    ),
    (
        &[Key::Left, Key::Up, Key::Char('k')],
        "left, up, k",
        Action::Back,
        "view.step_back",
    ),
    (
        &[Key::PageDown, Key::Char(']')],
        "page down, ]",
        Action::ForwardTen,
        "view.forward_ten",
    ),
    (
        &[Key::PageUp, Key::Char('[')],
        "page up, [",
        Action::BackTen,
        "view.back_ten",
    ),
    (&[Key::Home], "home", Action::First, "view.first"),
    (&[Key::End], "end", Action::Last, "view.last"),
    (&[Key::Char('g')], "g, 0-9", Action::GoTo, "view.goto"),
    (
        &[Key::Tab, Key::Char('v')],
        "v, tab",
        Action::NextVariation,
        "view.next_variation",
    ),
    (
        &[Key::BackTab, Key::Char('V')],
        "V, shift-tab",
        Action::PreviousVariation,
        "view.previous_variation",
    ),
    (&[Key::Char('m')], "m", Action::MainLine, "view.main_line"),
    (
        &[Key::Char('+'), Key::Char('=')],
        "+",
        Action::Faster,
        "view.faster",
    ),
    (&[Key::Char('-')], "-", Action::Slower, "view.slower"),
    (
        &[Key::Char('t')],
        "t",
        Action::RecordedTimes,
        "view.real_time",
    ),
    (&[Key::Char('f')], "f", Action::Flip, "view.flip"),
    (&[Key::Char('p')], "p", Action::Pieces, "view.pieces"),
    (&[Key::Char('l')], "l", Action::Language, "view.language"),
    (&[Key::Char('a')], "a", Action::Ascii, "view.ascii"),
    (&[Key::Char('s')], "s", Action::Save, "view.save_picture"),
    (&[Key::Char('o')], "o", Action::Records, "view.records"),
    (
        &[Key::Char('?'), Key::Char('h')],
        "?, h",
        Action::Help,
        "view.help",
    ),
    (
        &[Key::Char('q'), Key::Esc],
        "q, esc",
        Action::Quit,
        "view.quit",
    ),
];

/// What a key does while a game is shown.
pub(super) fn action(key: Key) -> Option<Action> {
    let row = KEYS.iter().find(|(keys, ..)| keys.contains(&key));
    row.map(|(_, _, action, _)| *action)
}
