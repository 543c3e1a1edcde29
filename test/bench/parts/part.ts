import type { Plan } from '../plan.js'
import type { AtConnections } from '../report/connections.js'
import type { Finding } from '../report/finding.js'
import type { Rig } from '../systems/rig.js'

/** The results of a part. */
export type Found = { connections?: AtConnections[]; findings: Finding[] }

/** A part of the bench. It throws if its figures would be wrong, for example after a lost call. */
export type Part = (rig: Rig, plan: Plan, log: (line: string) => void) => Promise<Found>
