/** Colours for a page of this kind. */
export type Theme = {
  paper: string
  ink: string
  muted: string
  grid: string
  off: string
  confirm: string
  naive: string
  bare: string
}

export type SeriesName = 'off' | 'confirm' | 'naive' | 'bare'

export const themes: Record<'light' | 'dark', Theme> = {
  light: {
    paper: '#ffffff',
    ink: '#1f2328',
    muted: '#59636e',
    grid: '#e6e9ed',
    off: '#0b63ce',
    confirm: '#7b4dd6',
    naive: '#c4570a',
    bare: '#8c959f',
  },
  dark: {
    paper: '#0d1117',
    ink: '#e6edf3',
    muted: '#9198a1',
    grid: '#272d36',
    off: '#58a6ff',
    confirm: '#bc9bff',
    naive: '#f0975a',
    bare: '#767e88',
  },
}
