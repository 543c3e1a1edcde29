import { listSessions } from './list.js'
import { login } from './login.js'
import { logout } from './logout.js'
import { revokeSession } from './revoke.js'

/** Sessions. */
export const sessionCalls = [login, logout, listSessions, revokeSession]
