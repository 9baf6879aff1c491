//! Pictures as PNG. The SVG holds outlines only, so the renderer needs no text and no font.

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
}

/// Draws an SVG of [`super::svg`], `scale` times its own size.
#[expect(clippy::cast_sign_loss, reason = "lengths are positive")]
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let size = tree.size();
    let scale = scale.min(MOST / size.width()).min(MOST / size.height());
    let pixels = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut picture = tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or(PngError::Size)?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut picture.as_mut());
    picture.encode_png().map_err(|_| PngError::Size)
}
