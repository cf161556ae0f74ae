// Runs in a blank page: makes small pictures of screens, and compares them.
window.screens = (() => {
  const TILE = 12;

  async function draw(source, width, height) {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height ?? Math.round((image.height * width) / image.width);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  }

  /** Returns the picture as a small WebP. */
  const shrink = async (source, width) =>
    (await draw(source, width)).canvas.toDataURL("image/webp", 0.86);

  /** Returns the largest mean differences of tiles, from 0 to 255, and a picture of them. */
  async function compare(actual, wanted, width) {
    // compressed like the reference, so that both lose the same details
    const here = await draw(await shrink(actual, width), width);
    const there = await draw(wanted, width, here.canvas.height);
    const { height } = here.canvas;
    const [a, b] = [here, there].map(
      ({ context }) => context.getImageData(0, 0, width, height).data,
    );
    const shown = here.context.getImageData(0, 0, width, height);
    const means = [];
    for (let top = 0; top < height; top += TILE) {
      for (let left = 0; left < width; left += TILE) {
        let sum = 0;
        let count = 0;
        for (let y = top; y < Math.min(top + TILE, height); y += 1) {
          for (let x = left; x < Math.min(left + TILE, width); x += 1) {
            const at = (y * width + x) * 4;
            for (let part = 0; part < 3; part += 1) sum += Math.abs(a[at + part] - b[at + part]);
            const far =
              Math.abs(a[at] - b[at]) +
              Math.abs(a[at + 1] - b[at + 1]) +
              Math.abs(a[at + 2] - b[at + 2]);
            shown.data[at] = Math.min(255, far * 2);
            count += 3;
          }
        }
        means.push({ mean: sum / count, left, top });
      }
    }
    here.context.putImageData(shown, 0, 0);
    means.sort((one, two) => two.mean - one.mean);
    return { worst: means.slice(0, 5), diff: here.canvas.toDataURL("image/png") };
  }

  return { shrink, compare };
})();
