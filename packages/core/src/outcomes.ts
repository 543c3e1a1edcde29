/** How a delivery ends, and what that means. The API's documents, the console and the command line take the words from here. */
export const outcomeMeanings = {
  posted: 'new posts',
  replied: 'replies in a thread',
  updated: 'it changed or deleted an earlier post',
  collapsed: 'it repeats an earlier post, which counts it',
  superseded: 'a newer delivery had already set its post',
  skipped: 'an event that becomes no post, because its adapter or URL leaves it out',
  rejected: 'nothing was posted, for a reason',
} as const

export type Outcome = keyof typeof outcomeMeanings

export const outcomes = Object.keys(outcomeMeanings) as Outcome[]
