import { defaultSettings } from '@posthorn/core'

/** Bounds that no test reaches, where bounds are not what it is about. */
export const wideBounds = { settings: () => ({ ...defaultSettings, HookRate: 'off' }) }
