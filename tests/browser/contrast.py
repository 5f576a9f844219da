"""The contrast of all texts on a page, as the browser shows them, by the formula of WCAG."""

from typing import Any, Final

ENOUGH: Final = 4.5  # level AA for text of usual size

# Returns every text that is seen with its colour and what is behind it: a box of HTML, or the last shape of an SVG that
# lies below the middle of the text. A transparent layer lets the one below through.
_TEXTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const paint = (colours) => {
    canvas.globalAlpha = 1;
    for (const [colour, alpha] of colours) {
      canvas.globalAlpha = alpha;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const seeThrough = (colour) => colour === "none" || colour === "transparent" || / 0\\)$/.test(colour);
  const behind = (element) => {
    const found = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!seeThrough(colour)) found.unshift([colour, 1]);
    }
    return found;
  };
  const shapes = (text) => {
    const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2, found = [];
    for (const shape of svg.querySelectorAll("rect, path, circle, use")) {
      if (shape.closest("defs, symbol") || text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) continue;
      const style = getComputedStyle(shape), at = shape.getBoundingClientRect();
      if (seeThrough(style.fill) || at.x > x || at.right < x || at.y > y || at.bottom < y) continue;
      const inner = shape.localName === "use" ? document.querySelector(shape.getAttribute("href")).firstElementChild : shape;
      const spot = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
      if (inner.isPointInFill(spot)) found.push([style.fill, Number(style.opacity) * Number(style.fillOpacity)]);
    }
    return found;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    const isSilent = element.closest("script, style, noscript, title, desc, [hidden], caption");
    if (!text || isSilent || !element.checkVisibility()) continue;
    const svg = element.ownerSVGElement, style = getComputedStyle(element);
    const layers = svg ? [...behind(svg.parentElement), ...shapes(element)] : behind(element);
    const ground = paint(layers), colour = svg ? style.fill : style.color;
    found.push([text.slice(0, 40), paint([...layers, [colour, 1]]), ground]);
  }
  return found;
}"""


def _luminance(colour: list[int]) -> float:
    shares = [each / 255 for each in colour]
    red, green, blue = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(colour: list[int], ground: list[int]) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    high, low = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def contrasts(page: Any) -> list[tuple[float, str]]:  # Any: Playwright may not be there
    """Return the contrast of every text that is seen, the lowest first."""
    return sorted((round(ratio(colour, ground), 2), text) for text, colour, ground in page.evaluate(_TEXTS))
