import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Target } from './attacks/attack.js'
import { attacks } from './attacks/index.js'

/** The lowest priority of the attacker's session, because Linux may share the cores between sessions first. */
const shareOfSession = '/proc/self/autogroup'

/** An attacker elsewhere would use none of this machine's cores, so it gets the smallest share. */
setPriority(19)
if (existsSync(shareOfSession)) writeFileSync(shareOfSession, '19')
process.once('disconnect', () => process.exit())
const [, , name = '', target = '{}'] = process.argv
process.once('message', async () => {
  const counts = await attacks[name]?.attack(JSON.parse(target) as Target)
  process.send?.(counts, () => process.exit())
})
process.send?.('ready')
