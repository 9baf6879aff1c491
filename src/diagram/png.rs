//! Pictures as PNG. Boards hold outlines only and need no font; charts hold words.

use std::collections::BTreeSet;

use resvg::{tiny_skia, usvg};

/// The greatest width and height of a picture, in pixels; larger ones are scaled down.
const MOST: f32 = 12_000.0;

/// Why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG is not one this renderer takes.
    #[error("the picture cannot be drawn: {0}")]
    Svg(#[from] usvg::Error),
    /// There is no room for the pixels, or they cannot be packed.
    #[error("the picture is too large")]
    Size,
    /// Text is to be drawn, and there is no font.
    #[error("no font is installed")]
    Font,
}

/// Fonts for text, the first that is installed; what a font lacks is taken from the others.
const FAMILIES: [&str; 12] = [
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Hiragino Sans",
    "Yu Gothic UI",
    "Meiryo",
    "IPAexGothic",
    "Noto Sans",
    "Segoe UI",
    "Helvetica Neue",
    "DejaVu Sans",
    "Liberation Sans",
    "Arial",
];

/// Draws an SVG that holds text, which becomes outlines of the fonts of this computer, and tells which characters no
/// font has. `scale` is as for [`png`].
///
/// # Errors
/// [`PngError::Font`] when no font is installed.
pub fn png_with_text(svg: &str, scale: f32) -> Result<(Vec<u8>, BTreeSet<String>), PngError> {
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let family = FAMILIES.into_iter().map(str::to_owned).find(|family| {
        let own = |it: &usvg::fontdb::FaceInfo| it.families.iter().any(|(name, _)| name == family);
        fonts.faces().any(own)
    });
    let first = || fonts.faces().next().and_then(|it| it.families.first());
    let family = family.or_else(|| first().map(|(name, _)| name.clone()));
    fonts.set_sans_serif_family(family.ok_or(PngError::Font)?);
    let tree = usvg::Tree::from_str(svg, &options)?;
    let mut missing = BTreeSet::new();
    undrawn(tree.root(), &mut missing);
    Ok((draw(&tree, scale)?, missing))
}

/// The characters below a node that no font has.
fn undrawn(group: &usvg::Group, missing: &mut BTreeSet<String>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => undrawn(group, missing),
            usvg::Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|it| &it.positioned_glyphs);
                let absent = glyphs.filter(|it| it.id.0 == 0);
                missing.extend(absent.map(|it| it.text.clone()));
            }
            _ => {}
        }
    }
}

/// Draws an SVG of [`super::svg`], `scale` times its own size.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    draw(
        &usvg::Tree::from_str(svg, &usvg::Options::default())?,
        scale,
    )
}

#[expect(clippy::cast_sign_loss, reason = "lengths are positive")]
fn draw(tree: &usvg::Tree, scale: f32) -> Result<Vec<u8>, PngError> {
    let size = tree.size();
    let scale = scale.min(MOST / size.width()).min(MOST / size.height());
    let pixels = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut picture = tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or(PngError::Size)?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(tree, transform, &mut picture.as_mut());
    picture.encode_png().map_err(|_| PngError::Size)
}
