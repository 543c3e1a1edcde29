import type { CallWords } from '../call-words.js'
import { systemWords } from './system.js'

/** Every call below /api/v3, as `GET /users/me`; a test holds it against the routes. */
export const words: Record<string, CallWords> = {
  ...systemWords,
}
