/** What the calls about apps share. */
export const common = { tag: 'Apps', allow: 'user' } as const

/** Who manages an app, in words. */
export const managers = 'For who registered it, and for system administrators.'
