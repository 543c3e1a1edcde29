import { createContext, use } from 'react'
import { CurrentHook } from '../data/hooks.js'

/** The ID of the bot or user of the URL, who sends by tokens. */
export const CurrentBot = createContext<string | undefined>(undefined)

const ofHooks = {
  /** The route of the list, and its address. */
  list: '/$team/integrations/incoming/$hook/',
  home: '/$team/integrations/incoming/$hook',
  delivery: '/$team/integrations/incoming/$hook/deliveries/$delivery',
} as const

/** Both addresses have the same parameters, so the router's types of one suit the other. */
const ofBots = {
  list: '/$team/integrations/bots/$hook',
  home: '/$team/integrations/bots/$hook',
  delivery: '/$team/integrations/bots/$hook/deliveries/$delivery',
} as unknown as typeof ofHooks

/** Returns whose deliveries a screen shows, the author of their posts, and the addresses of the history. */
export function useHistory() {
  const [bot, hook] = [use(CurrentBot), use(CurrentHook)]
  return bot === undefined
    ? { id: hook?.id ?? '', creator: hook?.user_id, isBot: false, ...ofHooks }
    : { id: bot, creator: bot, isBot: true, ...ofBots }
}
