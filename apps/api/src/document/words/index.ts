import type { CallWords } from '../call-words.js'
import { sessionWords } from './sessions.js'
import { systemWords } from './system.js'
import { teamWords } from './teams.js'
import { userWords } from './users.js'

/** Every call below /api/v3, as `GET /users/me`; a test holds it against the routes. */
export const words: Record<string, CallWords> = {
  ...sessionWords,
  ...userWords,
  ...teamWords,
  ...systemWords,
}
