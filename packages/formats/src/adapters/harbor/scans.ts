import { type EventReader, keyFor } from '../forges/events.js'
import { lines } from '../forges/sentence.js'
import { bold, code, count, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { harborArtifact, harborData, harborRepository } from './events.js'

/** Severities that the second line counts, worst first. */
const severities = ['Critical', 'High', 'Medium', 'Low']

/**
 * Reads `SCANNING_COMPLETED` and `SCANNING_FAILED`. The scans of a tag are one post, which is closed once a scan finds
 * nothing.
 */
export const harborScan: EventReader = (body, event) => {
  const artifact = harborData(body).at('resources', '0')
  const report = artifact.at('scan_overview').entries[0]?.[1]
  const found = report?.at('summary', 'total').number ?? 0
  const hasFailed = event === 'SCANNING_FAILED'
  const key = keyFor('scan', harborRepository(body), artifact.at('tag').text || artifact.at('digest').text)
  const name = code(harborArtifact(artifact)) || code(harborRepository(body)) || 'an artifact'
  const words = found === 0 ? 'no vulnerabilities' : count(found, 'vulnerability', 'vulnerabilities')
  const first = hasFailed
    ? `❌ ${bold('Scan failed:')} ${name}`
    : joined([found === 0 ? '✅' : '⚠️', bold('Scan:'), `${words} in`, name])
  return {
    event,
    text: lines(first, !hasFailed && found > 0 && report && counts(report)),
    ...(key !== undefined && { updateKey: key, close: !hasFailed && found === 0 }),
  }
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
