/** Holds the fields that all calls about apps share. */
export const common = { tag: 'Apps', allow: 'user' } as const

/** States who can manage an app, for descriptions. */
export const managers = 'Allowed for the user who registered the app and for system administrators.'
