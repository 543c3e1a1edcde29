/** Icons on a grid of 16 with strokes of 1.5. */
const paths = {
  apps: 'M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-left': 'M13 8H3m4-4L3 8l4 4',
  'arrow-right': 'M3 8h10m-4-4l4 4-4 4',
  attach: 'M12.5 7.5L7.7 12.3a3 3 0 0 1-4.3-4.2l5.3-5.3a2 2 0 0 1 2.9 2.8l-5.3 5.3a1 1 0 0 1-1.4-1.4l4.6-4.6',
  bell: 'M3.5 11.5V7a4.5 4.5 0 0 1 9 0v4.5l1 1h-11zM6.5 12.5a1.5 1.5 0 0 0 3 0',
  'bell-off':
    'M3.5 11.5V7c0-1 .3-1.9.9-2.7M6 3a4.5 4.5 0 0 1 6.5 4v2.5M2.5 12.5h9.5M6.5 12.5a1.5 1.5 0 0 0 3 0M2.5 2.5l11 11',
  box: 'M2 3h12v3H2zM3 6v7.5h10V6M6.5 8.5h3',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-right': 'M6 4l4 4-4 4',
  copy: 'M6 5.5h6.5v8H6zM3.5 10.5v-8H10',
  dots: 'M3 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M7.5 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M12 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0',
  download: 'M8 2.5v7.5M4.5 6.5L8 10l3.5-3.5M2.5 13.5h11',
  edit: 'M3 13l.7-2.8L10.5 3.4a1.4 1.4 0 0 1 2 0l.1.1a1.4 1.4 0 0 1 0 2L5.8 12.3z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  'eye-off':
    'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3 13.5L13 2.5',
  external: 'M9 3h4v4m0-4L7.5 8.5M6 4H3v9h9v-3',
  gauge: 'M2.5 12.5a6 6 0 1 1 11 0M8 10l2.5-3.5',
  hash: 'M6.5 2.5l-1.5 11M11 2.5l-1.5 11M2.5 6h11M2.5 10h11',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.8-4L2.5 5.5M2.5 2.5v3h3M8 5v3l2 1.5',
  key: 'M8 10.5a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0zM7.2 8.6L13 2.8M10.5 5.3l2 2',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9.5 6.5h.01M12 6.5h.01M5 9.5h6',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5L7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  'log-out': 'M6.5 13.5h-4v-11h4M6.5 8h7m-3-3l3 3-3 3',
  person: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.5 14a5.5 5.5 0 0 1 11 0',
  plus: 'M8 3v10M3 8h10',
  pulse: 'M1.5 8.5h3l2-5.5 3 10.5 2-5h3',
  replay: 'M3 8a5 5 0 1 0 1.5-3.5L3 6M3 2.5V6h3.5',
  reply: 'M6.5 3.5l-4 4 4 4M2.5 7.5h6a5 5 0 0 1 5 5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  send: 'M2.5 8l11-5.5-3.5 11L8 9z',
  settings: 'M2.5 5h7m3.5 0h.5M2.5 11h.5m3.5 0h7M11.5 3v4M4.5 9v4',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9M6.5 7v4M9.5 7v4',
  users:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5zM1.5 13a4.5 4.5 0 0 1 9 0M10.5 3.2a2.25 2.25 0 0 1 0 4.1M12 9a4.5 4.5 0 0 1 2.5 4',
  warning: 'M8 2.5l6 11H2zM8 6.5v3M8 11.5h.01',
  webhook:
    'M5.5 9.5a2.5 2.5 0 1 0 2.5 2.5h3.5M8 4.5a2.5 2.5 0 1 0-1.5 2.3L4.8 10M9.5 4l1.9 5a2.5 2.5 0 1 1-1.4 4.5',
  x: 'M4 4l8 8M12 4l-8 8',
  'zoom-in': 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3M5 7h4M7 5v4',
  'zoom-out': 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3M5 7h4',
} as const

export type IconName = keyof typeof paths

/** A decorative icon next to text, hidden from screen readers. `className` sets a size other than 16 px. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={`${className} shrink-0`} aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
