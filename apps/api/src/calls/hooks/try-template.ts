import {
  calls,
  deliveriesPerTrialCall,
  maxTrialBytes,
  shownTrialCharacters,
  type TemplateTrial,
  type TrialSide,
  trialPageSize,
} from '@posthorn/contract'
import { parseRate, timeOf } from '@posthorn/core'
import { type ManagedHook, type RecentPayload, recentPayloads } from '@posthorn/db'
import { faultText, parseTemplate, templateVersionOf } from '@posthorn/formats'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { OverRate, Refused, refused } from '../../refusals/refused.js'
import type { ComparedReading, HowToRead } from '../../texts/work.js'
import { howHookReads, howTemplateReads, templateText } from '../deliveries/read-payload.js'
import { authorizeHookChange } from './authorize.js'

/** A page ends after this time, so that others get their turn. */
const pageWithinMs = 1500

/** Reads a page of a hook's deliveries with its current template and with another one. Stores nothing. */
export const tryHookTemplate = serve(
  calls.tryHookTemplate,
  async ({ deps, caller, teamId, params, body }) => {
    const hook = await authorizeHookChange(deps, caller.user, { teamId, id: params.hook })
    if (hook instanceof Refused) return hook
    const parsing = parseTemplate(body.template)
    if (parsing.outcome === 'failed') return refused('bad_template', faultText(parsing.fault))
    const bounds = { deliveries: trialPageSize, bytes: maxTrialBytes }
    const found = await recentPayloads(deps.db, { hookId: hook.id, before: body.cursor }, bounds)
    const over = await countTrial(deps, caller.user.id, found.length)
    if (over) return over
    const readings = { now: await howHookReads(deps.db, hook), tried: howTemplateReads(body.template) }
    return tryAll(deps, { userId: caller.user.id, hook, found, readings })
  },
)

type Trying = {
  userId: string
  hook: ManagedHook
  found: RecentPayload[]
  readings: { now: HowToRead; tried: HowToRead }
}

async function tryAll(deps: ApiDeps, { userId, hook, found, readings }: Trying) {
  const { MaxPostsPerDelivery: maxPosts } = deps.settings()
  const trial: TemplateTrial = { looked: 0, tried: 0, changed: 0, failed: 0, differences: [], next: '' }
  const startMs = performance.now()
  for (const { id, payload, format } of found) {
    trial.next = id
    trial.looked++
    if (!isTemplates(hook, format?.name, templateVersionOf(format))) continue
    const now =
      templateVersionOf(format) === undefined && hook.templateVersion === 0 ? { format } : readings.now
    const given = { payload, maxPosts, now, tried: readings.tried }
    const characters = payload.length + templateText(now).length + templateText(readings.tried).length
    const made = await deps.texts.run(userId, 'compareReadings', given, characters)
    if (made instanceof Refused) return made
    note(trial, id, made)
    if (performance.now() - startMs > pageWithinMs) return trial
  }
  return { ...trial, next: found.length === 0 ? '' : trial.next }
}

/** Whether the template would read a delivery again: it came for a template, as a payload, or for the hook's own adapter. */
function isTemplates(hook: ManagedHook, name: string | undefined, version: number | undefined): boolean {
  return name === undefined || version !== undefined || name === hook.format
}

function note(trial: TemplateTrial, id: string, { now, tried, isSame }: ComparedReading): void {
  trial.tried++
  const isFailed = tried.outcome === 'failed'
  if (isFailed) trial.failed++
  else if (isSame) return
  else trial.changed++
  trial.differences.push({
    delivery: id,
    create_at: timeOf(id),
    before: shortened(now),
    after: shortened(tried),
  })
}

function shortened(side: TrialSide): TrialSide {
  return { ...side, text: side.text.slice(0, shownTrialCharacters).toWellFormed() }
}

/** Counts a page as several calls. The first of them was already counted. */
async function countTrial(
  { callLimit, countLimited, settings }: ApiDeps,
  userId: string,
  deliveries: number,
): Promise<OverRate | undefined> {
  const rate = parseRate(settings().ApiRate) ?? 'off'
  if (rate === 'off') return undefined
  const rest = Math.min(Math.ceil(deliveries / deliveriesPerTrialCall), rate.points) - 1
  const standing = rest > 0 ? await callLimit(userId, rest) : undefined
  if (standing?.admitted !== false) return undefined
  countLimited('user', userId)
  return new OverRate(standing)
}
