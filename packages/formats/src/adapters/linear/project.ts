import type { Adapted, Skipped } from '../adapter.js'
import { threadBy } from '../alerts/alert.js'
import { otherFields } from '../alerts/changes.js'
import { excerpt } from '../forges/sentence.js'
import { bold, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { linearActor } from './subject.js'

const maxDescription = 300

type Change = (project: Native, before: Native) => string

const changes = new Map<string, Change>([
  ['leadId', project => leadOf(project)],
  ['name', (_project, before) => `renamed from “${plain(before.text)}”`],
  ['statusId', project => `status ${bold(plain(project.at('status', 'name').text, 60) || 'unknown')}`],
  ['targetDate', project => targetOf(project)],
])

const health = new Map([
  ['atRisk', { sign: '⚠️', words: 'at risk' }],
  ['offTrack', { sign: '🔥', words: 'off track' }],
  ['onTrack', { sign: '✅', words: 'on track' }],
])

/** Reads a project that was created, changed or deleted. */
export function readLinearProject(body: Native, event: string): Adapted | Skipped {
  if (event === 'Project.update') return updated(body, event)
  const project = body.at('data')
  const isRemoved = event === 'Project.remove'
  const who = linearActor(body)
  const description = excerpt(project.at('description'), maxDescription)
  return {
    event,
    text: isRemoved
      ? `${who} deleted the project ${plain(project.at('name').text)}`
      : joined([`${who} created the project ${titleOf(body)}`, description], '\n'),
    ...threadBy('project', project.at('id').text, isRemoved),
  }
}

function updated(body: Native, event: string): Adapted | Skipped {
  const project = body.at('data')
  const before = body.at('updatedFrom')
  const shown = before.entries.flatMap(([field, value]) => changes.get(field)?.(project, value) ?? [])
  if (shown.length === 0)
    return otherFields(
      event,
      before.entries.map(([field]) => field),
    )
  const isDone = before.at('statusId').exists && project.at('status', 'type').text === 'completed'
  const line = joined([isDone && '✅', linearActor(body), 'updated the project', titleOf(body)])
  return { event, text: `${line}: ${shown.join(', ')}`, ...threadBy('project', project.at('id').text) }
}

function titleOf(body: Native): string {
  const project = body.at('data')
  return link(project.at('name').text || 'a project', project.at('url').text || body.at('url').text)
}

/** Reads a report on a project or on an initiative. Comments on it are replies. */
export function readLinearUpdate(body: Native, event: string): Adapted {
  const update = body.at('data')
  const parent = update.at('project').exists ? update.at('project') : update.at('initiative')
  const { sign = '', words = '' } = health.get(update.at('health').text) ?? {}
  const title = link(parent.at('name').text || 'a project', body.at('url').text || parent.at('url').text)
  const line = joined([sign, linearActor(body), 'reported on', title, words !== '' && `(${words})`])
  return {
    event,
    text: joined([line, excerpt(update.at('body'))], '\n'),
    ...threadBy('update', update.at('id').text),
  }
}

function leadOf(project: Native): string {
  const name = plain(project.at('lead', 'name').text, 60)
  return name === '' ? 'no lead' : `led by ${bold(name)}`
}

function targetOf(project: Native): string {
  const date = plain(project.at('targetDate').text, 20)
  return date === '' ? 'no target date' : `target date ${bold(date)}`
}
