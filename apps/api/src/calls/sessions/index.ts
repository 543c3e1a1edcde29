import { listSessions } from './list.js'
import { login } from './login.js'
import { logout } from './logout.js'
import { revokeSession } from './revoke.js'

/** Logging in and out. */
export const sessionCalls = [login, logout, listSessions, revokeSession]
