import { setPriority } from 'node:os'
import type { Target } from './attacks/attack.js'
import { attacks } from './attacks/index.js'

/** An attacker elsewhere would take none of this machine's cores: the least of them is his. */
setPriority(19)
const [, , name = '', target = '{}'] = process.argv
process.once('message', async () => {
  const counts = await attacks[name]?.attack(JSON.parse(target) as Target)
  process.send?.(counts, () => process.exit())
})
process.send?.('ready')
