import type { Plan } from '../plan.js'
import type { AtConnections } from '../report/connections.js'
import type { Finding } from '../report/finding.js'
import type { Rig } from '../systems/rig.js'

/** What a part finds. */
export type Found = { connections?: AtConnections[]; findings: Finding[] }

/** A part of the bench. It throws when nothing it could say would be true, a call that was lost for instance. */
export type Part = (rig: Rig, plan: Plan, log: (line: string) => void) => Promise<Found>
