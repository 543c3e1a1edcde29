import { getConfig, saveConfig } from './config.js'
import { getClientProps, ping } from './general.js'

/** The server itself. */
export const systemCalls = [ping, getClientProps, getConfig, saveConfig]
