import type { Standing } from '@posthorn/core'
import type { Adapted, Adapter } from '../adapter.js'
import { asWords } from '../alerts/alert.js'
import { eventName, eventWords, keyFor, lackedField } from '../forges/events.js'
import { lines, linked, listed } from '../forges/sentence.js'
import { bold, code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

const comparisons = { GREATER_THAN: '>', LESS_THAN: '<', EQUALS: '=', NOT_EQUALS: '≠' }

/** Words for the state of a gate or of an analysis that has none. Only OK means that the gate passed. */
type Verdict = { sign: string; words: string; passed: boolean }

const gates = new Map<string, Verdict>([
  ['OK', { sign: '✅', words: 'passed', passed: true }],
  ['ERROR', { sign: '❌', words: 'failed', passed: false }],
  ['WARN', { sign: '⚠️', words: 'passed with warnings', passed: false }],
])
const analyses = new Map<string, Verdict>([
  ['SUCCESS', { sign: 'ℹ️', words: 'finished without a quality gate', passed: false }],
  ['FAILED', { sign: '❌', words: 'failed', passed: false }],
  ['CANCELED', { sign: '⚠️', words: 'was canceled', passed: false }],
  ['CANCELLED', { sign: '⚠️', words: 'was canceled', passed: false }],
])

const otherVerdict = (called: string): Verdict => {
  return { sign: 'ℹ️', words: `is now “${asWords(called)}”`, passed: false }
}

/** SonarQube's webhook, and that of SonarQube Cloud. A quality gate is one post, which is closed once the gate passes. */
export const sonarqube: Adapter = {
  name: 'sonarqube',
  title: 'SonarQube',
  headers: ['x-sonarqube-project'],
  matches: (headers, body) =>
    headers['x-sonarqube-project'] !== undefined ||
    (body.at('taskId').exists && body.at('analysedAt').exists && body.at('project', 'key').exists),
  lacks: (_headers, body) => lackedField(body, 'status', 'project.key'),
  read: (_headers, body): Adapted => {
    const analysis = body.at('status').text
    const gate = body.at('qualityGate', 'status').text
    const isGate = analysis === 'SUCCESS' && gate !== '' && gate !== 'NONE'
    const verdict =
      (isGate ? gates.get(gate) : analyses.get(analysis)) ?? otherVerdict(isGate ? gate : analysis)
    const project = body.at('project', 'key').text
    const key = keyFor('quality', project, body.at('branch', 'name').text || 'main')
    return {
      event: isGate
        ? eventName('quality_gate', gate.toLowerCase())
        : eventName('analysis', analysis.toLowerCase()),
      text: lines(headline(body, isGate, verdict), isGate && !verdict.passed && listed(conditions(body))),
      ...(key !== undefined && {
        updateKey: key,
        close: verdict.passed,
        standing: standingOf(body, verdict),
      }),
    }
  },
}

/** Returns the gate and its conditions that failed. Another one that fails is news. */
function standingOf(body: Native, { sign }: Verdict): Standing {
  const failed = failedConditions(body).map(condition => [condition.at('metric').text.slice(0, 100), 1])
  return { ...Object.fromEntries(failed), gate: sign === '❌' ? 2 : sign === '⚠️' ? 1 : 0 }
}

function headline(body: Native, isGate: boolean, { sign, words }: Verdict): string {
  const gate = joined(['Quality gate', plain(body.at('qualityGate', 'name').text, 60)])
  const project = linked({
    name: body.at('project', 'name').text || body.at('project', 'key').text,
    url: body.at('project', 'url').text,
  })
  const revision = body.at('revision').text
  return joined([
    sign,
    bold(`${isGate ? gate : 'Analysis'} ${words}`),
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
  return failedConditions(body).map(condition => {
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

function failedConditions(body: Native): Native[] {
  const all = body.at('qualityGate', 'conditions').items
  return all.filter(condition => /^(?:ERROR|WARN)$/.test(condition.at('status').text))
}
