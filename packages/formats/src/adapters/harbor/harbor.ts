import type { Standing } from '@posthorn/core'
import type { Adapter, SenderHeaders } from '../adapter.js'
import { asWords } from '../alerts/alert.js'
import {
  dispatch,
  type EventReader,
  keyFor,
  lackedField,
  notShown,
  withDeliveryId,
} from '../forges/events.js'
import { connected, lines, listed, person, sentence } from '../forges/sentence.js'
import { bold, code, count, joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

/** The contents of an event, which CloudEvents have at another place. */
function harborData(body: Native): Native {
  return body.at('event_data').exists ? body.at('event_data') : body.at('data')
}

function harborRepository(body: Native): string {
  return harborData(body).at('repository', 'repo_full_name').text
}

/** Returns an artifact as one can pull it. Without a tag, by its digest. */
function harborArtifact(resource: Native): string {
  const digest = resource.at('digest').text
  return resource.at('resource_url').text || joined([resource.at('tag').text, digest.slice(0, 19)], '@')
}

/** Reads `PUSH_ARTIFACT` and `DELETE_ARTIFACT`, and the charts of Harbor before 2.8. */
const harborPush: EventReader = (body, event) => {
  const artifacts = harborData(body).at('resources')
  const first = code(harborArtifact(artifacts.at('0'))) || code(harborRepository(body)) || 'an artifact'
  const isOne = artifacts.length < 2
  const where = code(harborRepository(body))
  const many = joined([count(artifacts.length, 'artifact'), where && `of ${where}`])
  const text = sentence({
    who: body.at('operator').text,
    did: `${event.startsWith('DELETE') ? 'deleted' : 'pushed'} ${isOne ? first : many}`,
  })
  const all = isOne ? [] : artifacts.items.map(artifact => code(harborArtifact(artifact)))
  return { event, text: lines(text, listed(all, all.length)) }
}

const harborPull: EventReader = (_body, event) => notShown(event, 'pulls are not shown')

/** Reads `QUOTA_EXCEED` and `QUOTA_WARNING`. */
const harborQuota: EventReader = (body, event) => {
  const data = harborData(body)
  const { text: details } = data.at('custom_attributes', 'Details')
  const namespace = data.at('repository', 'namespace').text || harborRepository(body)
  const isOver = event === 'QUOTA_EXCEED'
  const first = joined([
    isOver ? '❌' : '⚠️',
    bold(isOver ? 'Quota exceeded:' : 'Quota nearly reached:'),
    plain(namespace) || 'a project',
  ])
  const push = code(harborArtifact(data.at('resources', '0')))
  const rejected = isOver && push && `Harbor rejected ${push} from ${person(body.at('operator').text)}.`
  return { event, text: lines(first, rejected, quote(details)) }
}

/** How a job ended, or what Harbor calls its state. */
function jobState(status: string, hasFailed = false): { sign: string; words: string; isFine: boolean } {
  if (hasFailed || /^(?:fail|error)/i.test(status)) return { sign: '❌', words: 'failed', isFine: false }
  if (/^succe/i.test(status)) return { sign: '✅', words: 'succeeded', isFine: true }
  if (/^stop/i.test(status)) return { sign: '⚠️', words: 'was stopped', isFine: false }
  if (/^(?:running|inprogress|pending|scheduled)$/i.test(status))
    return { sign: '⏳', words: 'is running', isFine: false }
  return { sign: 'ℹ️', words: status === '' ? 'changed' : `is now “${asWords(status)}”`, isFine: false }
}

/** Reads `REPLICATION`, which comes once per artifact. */
const harborReplication: EventReader = (body, event) => {
  const replication = harborData(body).at('replication')
  const failed = replication.at('failed_artifact')
  const hasFailed = failed.length > 0
  const { sign, words } = jobState(replication.at('job_status').text, hasFailed)
  const names = (hasFailed ? failed : replication.at('successful_artifact')).items
  const [from, to] = ['src_resource', 'dest_resource'].map(side => {
    const resource = replication.at(side)
    return plain(joined([resource.at('registry_name').text, resource.at('namespace').text], '/'), 80)
  })
  const first = joined([sign, bold(`Replication ${words}`), from && `from ${from}`, to && `to ${to}`])
  const artifacts = names.map(artifact => code(nameOf(artifact)))
  return { event, text: lines(first, listed(artifacts)) }
}

/** Harbor adds how many artifacts a repository has. */
function nameOf(artifact: Native): string {
  return artifact.at('name_tag').text.replace(/ \[\d+ item\(s\) in total\]$/, '')
}

/** Reads `TAG_RETENTION`. */
const harborRetention: EventReader = (body, event) => {
  const retention = harborData(body).at('retention')
  const { text: project } = retention.at('project_name')
  const deleted = retention.at('deleted_artifact')
  const { sign, words, isFine } = jobState(retention.at('status').text)
  const first = joined([
    sign,
    bold(isFine ? 'Tag retention:' : `Tag retention ${words}:`),
    `${count(deleted.length, 'artifact')} deleted`,
    project && `in ${plain(project)}`,
    retention.at('retained').text !== '' && `· ${plain(retention.at('retained').text, 20)} kept`,
  ])
  const key = keyFor('retention', project, retention.at('retention_policy_id').text)
  const names = deleted.items.map(artifact => code(artifact.at('name_tag').text))
  return {
    event,
    text: lines(first, listed(names, deleted.length)),
    ...(key !== undefined && {
      updateKey: key,
      close: words !== 'is running',
      standing: { retention: words === 'failed' ? 1 : 0 },
    }),
  }
}

/** Severities that the second line counts, worst first. */
const severities = ['Critical', 'High', 'Medium', 'Low']

/**
 * Reads the ends of scans. The scans of a tag are one post, which is closed once a scan says that it found nothing.
 */
const harborScan: EventReader = (body, event) => {
  const artifact = harborData(body).at('resources', '0')
  const reports = artifact.at('scan_overview').entries.map(([, report]) => report)
  const report = reports.find(each => each.at('summary').exists) ?? reports[0]
  const key = keyFor('scan', harborRepository(body), artifact.at('tag').text || artifact.at('digest').text)
  const name = code(harborArtifact(artifact)) || code(harborRepository(body)) || 'an artifact'
  const found = report?.at('summary', 'total').number
  const isClean = event === 'SCANNING_COMPLETED' && found === 0
  const hasFound = event === 'SCANNING_COMPLETED' && found !== undefined && found > 0
  return {
    event,
    text: lines(scanLine(event, name, report), hasFound && report && counts(report)),
    ...(key !== undefined && { updateKey: key, close: isClean, standing: scanStanding(event, report) }),
  }
}

/** Returns what was found, by severity. More of one severity is worse. */
function scanStanding(event: string, report: Native | undefined): Standing {
  const found = severities.map(name => [name, report?.at('summary', 'summary', name).number ?? 0])
  return { ...Object.fromEntries(found), failed: event === 'SCANNING_FAILED' ? 1 : 0 }
}

/** Returns how a scan ended. A report without a count does not say that nothing was found. */
function scanLine(event: string, name: string, report: Native | undefined): string {
  if (event === 'SCANNING_FAILED') return `❌ ${bold('Scan failed:')} ${name}`
  if (event === 'SCANNING_STOPPED') return `⚠️ ${bold('Scan stopped:')} ${name}`
  const found = report?.at('summary', 'total').number
  if (found === 0) return `✅ ${bold('Scan:')} no vulnerabilities in ${name}`
  if (found !== undefined && found > 0)
    return `⚠️ ${bold('Scan:')} ${count(found, 'vulnerability', 'vulnerabilities')} in ${name}`
  const severity = report?.at('severity').text ?? ''
  const note = severity && `, severity: ${asWords(severity)}`
  return `ℹ️ ${bold('Scan:')} no count of vulnerabilities in ${name}${note}`
}

/** Returns the counts of a report: 2 critical, 5 high · 4 fixable · found by Trivy. */
function counts(report: Native): string {
  const summary = report.at('summary')
  const each = severities.map(severity => {
    const { number = 0 } = summary.at('summary', severity)
    return number > 0 && `${number} ${severity.toLowerCase()}`
  })
  const { number: fixable = 0 } = summary.at('fixable')
  const scanner = report.at('scanner', 'name').text
  const notes = [
    joined(each, ', '),
    fixable > 0 && `${fixable} fixable`,
    scanner && `found by ${plain(scanner, 40)}`,
  ]
  return joined(notes, ' · ')
}

/** Events by their names in Harbor's own format. */
const readers: Record<string, EventReader> = {
  DELETE_ARTIFACT: harborPush,
  DELETE_CHART: harborPush,
  PULL_ARTIFACT: harborPull,
  PUSH_ARTIFACT: harborPush,
  QUOTA_EXCEED: harborQuota,
  QUOTA_WARNING: harborQuota,
  REPLICATION: harborReplication,
  SCANNING_COMPLETED: harborScan,
  SCANNING_FAILED: harborScan,
  SCANNING_STOPPED: harborScan,
  TAG_RETENTION: harborRetention,
  UPLOAD_CHART: harborPush,
}

/** The same events as CloudEvents, which Harbor sends if its owner chooses so. */
const cloudEvents = new Map([
  ['harbor.artifact.deleted', 'DELETE_ARTIFACT'],
  ['harbor.artifact.pulled', 'PULL_ARTIFACT'],
  ['harbor.artifact.pushed', 'PUSH_ARTIFACT'],
  ['harbor.quota.exceeded', 'QUOTA_EXCEED'],
  ['harbor.quota.warned', 'QUOTA_WARNING'],
  ['harbor.replication.status.changed', 'REPLICATION'],
  ['harbor.scan.completed', 'SCANNING_COMPLETED'],
  ['harbor.scan.failed', 'SCANNING_FAILED'],
  ['harbor.scan.stopped', 'SCANNING_STOPPED'],
  ['harbor.tag_retention.finished', 'TAG_RETENTION'],
])

/** The names of events in Harbor 1. */
const olderNames = new Map([
  ['deleteImage', 'DELETE_ARTIFACT'],
  ['pullImage', 'PULL_ARTIFACT'],
  ['pushImage', 'PUSH_ARTIFACT'],
  ['scanningCompleted', 'SCANNING_COMPLETED'],
  ['scanningFailed', 'SCANNING_FAILED'],
])

/** Harbor's test of an endpoint has no artifact. */
const testType = /^test/i

function lacks(_headers: SenderHeaders, body: Native): string | undefined {
  const type = body.at('type').text
  if (type === '') return 'the field `type`'
  if (testType.test(type)) return undefined
  if (body.at('specversion').exists)
    return type.startsWith('harbor.') ? lackedField(body, 'data') : 'a `type` that begins with `harbor.`'
  return lackedField(body, 'event_data', 'occur_at')
}

/** Harbor's webhooks, in both of its formats. */
export const harbor: Adapter = {
  name: 'harbor',
  title: 'Harbor',
  headers: [],
  emptyBody: '{"type":"TEST_ENDPOINT"}',
  matches: (_headers, body) => {
    const type = body.at('type').text
    if (type.startsWith('harbor.')) return body.at('specversion').exists
    return /^[A-Za-z_]+$/.test(type) && body.at('event_data').exists && body.at('occur_at').exists
  },
  lacks,
  read: (_headers, body) => {
    const type = body.at('type').text
    if (testType.test(type)) return { event: 'ping', text: connected('Harbor') }
    const id = body.at('specversion').exists ? body.at('id').text : ''
    return withDeliveryId(dispatch(readers, cloudEvents.get(type) ?? olderNames.get(type) ?? type, body), id)
  },
}
