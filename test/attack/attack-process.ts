import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Target } from './attacks/attack.js'
import { attacks } from './attacks/index.js'

/** Where Linux shares the cores by session first, whoever is least in his own has as much as all in another's. */
const shareOfSession = '/proc/self/autogroup'

/** An attacker elsewhere would take none of this machine's cores: the least of them is his. */
setPriority(19)
if (existsSync(shareOfSession)) writeFileSync(shareOfSession, '19')
process.once('disconnect', () => process.exit())
const [, , name = '', target = '{}'] = process.argv
process.once('message', async () => {
  const counts = await attacks[name]?.attack(JSON.parse(target) as Target)
  process.send?.(counts, () => process.exit())
})
process.send?.('ready')
