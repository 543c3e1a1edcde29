import type { SeriesName, Theme } from './theme.js'

/** Tenths of a pixel are precise enough. */
export const px = (value: number) => String(Math.round(value * 10) / 10)

/** Draws a point of a series. Shapes distinguish series too. */
export function mark(series: SeriesName, x: number, y: number, theme: Theme): string {
  const colour = theme[series]
  if (series === 'naive')
    return `<rect x="${px(x - 4)}" y="${px(y - 4)}" width="8" height="8" rx="1" fill="${colour}"/>`
  if (series === 'bare') return `<circle cx="${px(x)}" cy="${px(y)}" r="3" fill="${colour}"/>`
  const fill = series === 'confirm' ? theme.paper : colour
  return `<circle cx="${px(x)}" cy="${px(y)}" r="4" fill="${fill}" stroke="${colour}" stroke-width="2"/>`
}

export function line(series: SeriesName, points: [number, number][], theme: Theme): string {
  const path = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('')
  const dashes = series === 'bare' ? ' stroke-dasharray="2 5" stroke-linecap="round"' : ''
  return `<path d="${path}" fill="none" stroke="${theme[series]}" stroke-width="2"${dashes}/>`
}

/** Draws a bar from p50, with its mark, to p99. */
export function range(series: SeriesName, x: number, from: number, to: number, theme: Theme): string {
  const bar = `<path d="M${px(x)} ${px(from)}V${px(to)}M${px(x - 4)} ${px(to)}h8" stroke="${theme[series]}" stroke-width="2"/>`
  return bar + mark(series, x, from, theme)
}

type Anchor = 'start' | 'middle' | 'end'

export function text(
  words: string,
  x: number,
  y: number,
  fill: string,
  size: number,
  anchor: Anchor = 'start',
  weight = 400,
): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${px(x)}" y="${px(y)}" fill="${fill}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}">${escaped}</text>`
}
