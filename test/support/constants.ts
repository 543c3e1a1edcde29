/** Values that every world starts with, besides prisma/first-run.json. */
export const templateDatabase = 'posthorn_template'
export const firstHookKey = 'firsthookfirsthookfirsthoo'
export const password = 'correct horse battery'
