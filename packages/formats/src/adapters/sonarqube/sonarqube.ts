import type { Adapted, Adapter } from '../adapter.js'
import { eventName, eventWords, keyFor } from '../forges/events.js'
import { lines, linked, listed } from '../forges/sentence.js'
import { bold, code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

const comparisons = { GREATER_THAN: '>', LESS_THAN: '<', EQUALS: '=', NOT_EQUALS: '≠' }

/** SonarQube's webhook, and that of SonarQube Cloud. A quality gate is one post, which is closed once the gate passes. */
export const sonarqube: Adapter = {
  name: 'sonarqube',
  title: 'SonarQube',
  headers: ['x-sonarqube-project'],
  matches: (headers, body) =>
    headers['x-sonarqube-project'] !== undefined ||
    (body.at('taskId').exists && body.at('analysedAt').exists && body.at('project', 'key').exists),
  read: (_headers, body): Adapted => {
    const analysis = body.at('status').text
    const gate = body.at('qualityGate', 'status').text
    const hasRun = analysis === 'SUCCESS'
    const passed = hasRun && gate !== 'ERROR'
    const project = body.at('project', 'key').text
    const key = keyFor('quality', project, body.at('branch', 'name').text || 'main')
    return {
      event: hasRun
        ? eventName('quality_gate', gate.toLowerCase())
        : eventName('analysis', analysis.toLowerCase()),
      text: lines(headline(body, hasRun, passed), hasRun && !passed && listed(conditions(body))),
      ...(key !== undefined && { updateKey: key, close: passed }),
    }
  },
}

function headline(body: Native, hasRun: boolean, passed: boolean): string {
  const gate = joined(['Quality gate', plain(body.at('qualityGate', 'name').text, 60)])
  const what = hasRun ? gate : 'Analysis'
  const canceled = !hasRun &&
    body.at('status').text.startsWith('CANCEL') && { sign: '⚠️', words: 'was canceled' }
  const end = passed ? { sign: '✅', words: 'passed' } : canceled || { sign: '❌', words: 'failed' }
  const project = linked({
    name: body.at('project', 'name').text || body.at('project', 'key').text,
    url: body.at('project', 'url').text,
  })
  const revision = body.at('revision').text
  return joined([
    end.sign,
    bold(`${what} ${end.words}`),
    project && `for ${project}`,
    branch(body.at('branch')),
    revision !== '' && `· ${code(revision.slice(0, 7))}`,
  ])
}

function branch(branch: Native): string {
  const { text: name } = branch.at('name')
  if (name === '') return ''
  const isPull = branch.at('type').text === 'PULL_REQUEST'
  return joined(['on', isPull && 'pull request', link(name, branch.at('url').text)])
}

/** Returns the conditions that failed: `new coverage` is 61.5, but must not be < 80. */
function conditions(body: Native): string[] {
  return body
    .at('qualityGate', 'conditions')
    .items.filter(condition => condition.at('status').text === 'ERROR')
    .map(condition => {
      const metric = plain(condition.at('metric').text.replaceAll('_', ' '), 60)
      const limit = condition.at('errorThreshold').text
      const sign = eventWords(comparisons, condition.at('operator').text) ?? ''
      return joined([
        `${metric}:`,
        code(condition.at('value').text || 'no value', 40),
        limit !== '' && `(fails if ${code(joined([sign, limit]), 40)})`,
      ])
    })
}
