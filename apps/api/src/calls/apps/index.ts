import { allowApp, authorizeApp, getAuthorization } from './authorize.js'
import { createApp } from './create.js'
import { getApp, listApps, listAuthorizedApps } from './read.js'
import { deauthorizeApp, deleteApp } from './stop.js'
import { regenerateAppSecret, takeOverApp, updateApp } from './update.js'

/** Apps: programs that act for users or as bots. */
export const appCalls = [
  createApp,
  listApps,
  getApp,
  updateApp,
  regenerateAppSecret,
  takeOverApp,
  deleteApp,
  listAuthorizedApps,
  deauthorizeApp,
  getAuthorization,
  authorizeApp,
  allowApp,
]
