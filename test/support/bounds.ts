import { defaultSettings } from '@posthorn/db'

/** Bounds that no test reaches, for tests about something else. */
export const wideBounds = { settings: () => ({ ...defaultSettings, HookRate: 'off' }) }
