import type { Curve } from '../bench.ts';

/** A small line chart as SVG; colours readable on light and dark ground. */

const [width, height] = [640, 320];
const inside = { left: 64, right: 16, top: 40, bottom: 48 };
const colours = ['#1c7ed6', '#e8590c', '#2f9e44', '#9c36b5'];

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const short = (value: number): string => {
  if (value >= 1e6) return `${+(value / 1e6).toFixed(1)} M`;
  if (value >= 1e3) return `${+(value / 1e3).toFixed(1)} k`;
  return String(+value.toFixed(value < 10 ? 2 : 1));
};

/** Up to six round steps from `from` to `to`. */
function steps(from: number, to: number): number[] {
  const rough = (to - from) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to + step / 1e6; at += step) found.push(at);
  return found;
}

export function plot({ title, x, y, series }: Curve): string {
  const all = series.flatMap(({ points }) => points);
  const scale = (value: number) => (x.log ? Math.log10(Math.max(1, value)) : value);
  const [left, right] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const bottom = y.from ?? Math.min(...all.map(([, value]) => value));
  const top = Math.max(...all.map(([, value]) => value)) * 1.05 || 1;
  const span = scale(right) - scale(left) || 1;
  const atX = (value: number) =>
    inside.left + ((scale(value) - scale(left)) / span) * (width - inside.left - inside.right);
  const atY = (value: number) =>
    height - inside.bottom - ((value - bottom) / (top - bottom || 1)) * (height - inside.top - inside.bottom);
  const ownTicks = x.log ? [...new Set(all.map(([at]) => at))] : steps(left, right);
  const ticksX = x.ticks ?? ownTicks.map((value): [number, string] => [value, short(value)]);
  const grid = steps(bottom, top).map(
    (value) =>
      `<line x1="${inside.left}" x2="${width - inside.right}" y1="${atY(value).toFixed(1)}" y2="${atY(value).toFixed(1)}" stroke="#8888" stroke-width="0.5"/>` +
      `<text x="${inside.left - 8}" y="${(atY(value) + 4).toFixed(1)}" text-anchor="end">${short(value)}</text>`,
  );
  const marks = ticksX.map(
    ([value, label]) =>
      `<text x="${atX(value).toFixed(1)}" y="${height - inside.bottom + 18}" text-anchor="middle">${escapeText(label)}</text>`,
  );
  const lines = series.map(({ name, points }, at) => {
    const colour = colours[at % colours.length];
    const path = points.map(([px, py]) => `${atX(px).toFixed(1)},${atY(py).toFixed(1)}`);
    const dots = path.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
    });
    const legend = `<text x="${inside.left + 8 + at * 150}" y="34" fill="${colour}">● ${escapeText(name)}</text>`;
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${legend}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#868e96">
<text x="${inside.left}" y="18" font-size="14">${escapeText(title)}</text>
${grid.join('\n')}
${marks.join('\n')}
<text x="${(width + inside.left) / 2}" y="${height - 8}" text-anchor="middle">${escapeText(x.label)}</text>
<text x="14" y="${height / 2}" text-anchor="middle" transform="rotate(-90 14 ${height / 2})">${escapeText(y.label)}</text>
${lines.join('\n')}
</svg>
`;
}
