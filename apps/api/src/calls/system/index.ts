import { getConfig, saveConfig } from './config.js'
import { getClientLicense, getClientProps, ping } from './general.js'
import { listSettings } from './settings.js'

/** The server itself. */
export const systemCalls = [ping, getClientProps, getClientLicense, getConfig, listSettings, saveConfig]
