import type { Attack } from './attack.js'
import { largeBodies } from './bodies.js'
import { flood } from './flood.js'
import { guesses } from './guesses.js'
import { heavyHook } from './heavy-hook.js'
import { thirtyHooks } from './thirty-hooks.js'
import { upgrades } from './upgrades.js'

/**
 * The attacks in their order. Each takes at least the minute of most limits, so that the time after a burst counts too. The
 * two floods come last, because their backlog would delay the others; it only delays the stop.
 */
export const attacks: Record<string, { what: string; attack: Attack; seconds: number }> = {
  upgrade: { what: '50,000 upgrade requests', attack: upgrades, seconds: 150 },
  bodies: { what: 'large bodies from nobody', attack: largeBodies, seconds: 60 },
  sockets: { what: 'a thousand hostile sockets', attack: flood, seconds: 60 },
  guesses: { what: 'guesses at passwords', attack: guesses, seconds: 60 },
  hooks: { what: 'thirty hooks of one member', attack: thirtyHooks, seconds: 60 },
  heavy: { what: 'one hook at its full rate', attack: heavyHook, seconds: 60 },
}
