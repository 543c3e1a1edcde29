import { asWords } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { addressBelow, lines, linked, listed, person, sentence } from '../forges/sentence.js'
import { code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { githubKey, githubRepository, githubSender } from './github-values.js'

const opens = {
  created: 'opened',
  create: 'opened',
  reopened: 'reopened',
  reopen: 'reopened',
  reopened_by_user: 'reopened',
  reintroduced: 'reopened',
  auto_reopened: 'reopened',
  publicly_leaked: 'leaked in public',
  validated: 'checked',
}
const ends = {
  fixed: 'fixed',
  dismissed: 'dismissed',
  dismiss: 'dismissed',
  auto_dismissed: 'dismissed automatically',
  closed_by_user: 'closed',
  resolved: 'resolved',
  resolve: 'resolved',
  revoked: 'revoked',
}
/** Ends that a person decided, and that leave the code as it is. */
const decisions = new Set(['dismissed', 'dismiss', 'closed_by_user', 'resolved', 'resolve'])
/** Ends after which the danger is gone. */
const repairs = new Set(['fixed', 'revoked'])

/** What differs between the kinds of alert. */
type AlertKind = {
  kind: string
  noun: string
  title: (alert: Native) => string
  /** The page of an alert without an address, below its repository. */
  page: string
  severity?: (alert: Native) => string
  detail?: (alert: Native) => string
}

/** Returns why somebody closed an alert, and whether that repaired it. */
function reasonOf(alert: Native): string {
  const { text } = alert.at('resolution')
  return text || alert.at('dismissed_reason').text || alert.at('dismiss_reason').text
}

function signOf(action: string, alert: Native): string {
  if (eventWords(ends, action) === undefined) return '⚠️'
  return repairs.has(action) || repairs.has(reasonOf(alert)) ? '✅' : 'ℹ️'
}

function alertUrl(body: Native, alert: Native, page: string): string {
  const number = alert.at('number').text
  const below = addressBelow(
    githubRepository(body).url,
    number === '' ? 'security' : `security/${page}/${number}`,
  )
  return alert.at('html_url').text || below
}

/** Makes the reader of one kind of alert. An alert is one post, which is closed once the alert is. */
function alertReader({ kind, noun, title, page, severity, detail }: AlertKind): EventReader {
  return body => {
    const alert = body.at('alert')
    const action = body.at('action').text
    const event = eventName(kind, action)
    const ended = eventWords(ends, action)
    const did = ended ?? eventWords(opens, action)
    if (!did) return notShown(event)
    const where = linked(githubRepository(body))
    const first = joined([
      signOf(action, alert),
      `${noun} alert ${did}${decisions.has(action) ? ` by ${person(githubSender(body))}` : ''}:`,
      link(title(alert) || `#${alert.at('number').text}`, alertUrl(body, alert, page)),
      severity?.(alert) && `(${plain(severity(alert), 40)})`,
      where && `in ${where}`,
    ])
    const reason = ended !== undefined && reasonOf(alert)
    const said = alert.at('resolution_comment').text || alert.at('dismissed_comment').text
    const why = reason && joined([`Reason: ${asWords(reason)}`, said && plain(said)], ' · ')
    const key = githubKey(body, kind, alert.at('number'))
    const rank = ended !== undefined ? 0 : action === 'publicly_leaked' ? 2 : 1
    return {
      event,
      text: lines(first, detail?.(alert), why),
      ...(key !== undefined && { updateKey: key, close: ended !== undefined, standing: { alert: rank } }),
    }
  }
}

export const githubAlerts: Record<string, EventReader> = {
  dependabot_alert: alertReader({
    kind: 'dependabot_alert',
    noun: 'Dependabot',
    page: 'dependabot',
    title: alert => alert.at('security_advisory', 'summary').text,
    severity: alert => alert.at('security_advisory', 'severity').text,
    detail: alert => {
      const fixed = alert.at('security_vulnerability', 'first_patched_version', 'identifier').text
      const name = alert.at('dependency', 'package', 'name').text
      const { text: file } = alert.at('dependency', 'manifest_path')
      return joined([code(name), file && `in ${code(file)}`, fixed && `· fixed in ${code(fixed)}`])
    },
  }),
  code_scanning_alert: alertReader({
    kind: 'code_scanning_alert',
    noun: 'Code scanning',
    page: 'code-scanning',
    title: alert => alert.at('rule', 'description').text || alert.at('rule', 'id').text,
    severity: alert => alert.at('rule', 'security_severity_level').text || alert.at('rule', 'severity').text,
    detail: alert => {
      const location = alert.at('most_recent_instance').exists
        ? alert.at('most_recent_instance', 'location')
        : alert.at('instances', '0', 'location')
      return code(joined([location.at('path').text, location.at('start_line').text], ':'))
    },
  }),
  secret_scanning_alert: alertReader({
    kind: 'secret_scanning_alert',
    noun: 'Secret scanning',
    page: 'secret-scanning',
    title: alert => alert.at('secret_type_display_name').text || alert.at('secret_type').text,
    detail: alert => {
      const { text: validity } = alert.at('validity')
      return joined([
        validity !== '' && `The secret is ${asWords(validity)}.`,
        alert.at('publicly_leaked').isTrue && 'It leaked in public.',
        alert.at('push_protection_bypassed').isTrue && 'Somebody bypassed the push protection.',
      ])
    },
  }),
  repository_vulnerability_alert: alertReader({
    kind: 'repository_vulnerability_alert',
    noun: 'Vulnerability',
    page: 'dependabot',
    title: alert =>
      joined([alert.at('affected_package_name').text, alert.at('affected_range').text]) ||
      alert.at('ghsa_id').text,
    severity: alert => alert.at('severity').text,
    detail: alert => {
      const { text: fixed } = alert.at('fixed_in')
      const id = alert.at('external_identifier').text || alert.at('ghsa_id').text
      return joined(
        [link(id, alert.at('external_reference').text), fixed && `fixed in ${code(fixed)}`],
        ' · ',
      )
    },
  }),
}

const advisoryActs = {
  published: 'New security advisory',
  performed: 'New security advisory',
  withdrawn: 'Security advisory withdrawn',
}

/** Returns the identifiers and packages of an advisory. */
function packages(advisory: Native): string[] {
  return advisory.at('vulnerabilities').items.map(each => {
    const { text: range } = each.at('vulnerable_version_range')
    const fixed = each.at('first_patched_version', 'identifier').text || each.at('patched_versions').text
    return joined([
      code(each.at('package', 'name').text),
      range && code(range),
      fixed && `· fixed in ${code(fixed)}`,
    ])
  })
}

/** Reads `security_advisory`, which tells apps about vulnerabilities in any package. */
export const githubAdvisory: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('security_advisory', action)
  const did = eventWords(advisoryActs, action)
  if (!did) return notShown(event, 'updates of advisories are not shown')
  const advisory = body.at('security_advisory')
  const { text: id } = advisory.at('ghsa_id')
  const url = advisory.at('references', '0', 'url').text || addressBelow('https://github.com/advisories', id)
  const { text: severity } = advisory.at('severity')
  const first = joined([
    action === 'withdrawn' ? 'ℹ️' : '⚠️',
    `${did}:`,
    link(advisory.at('summary').text || id, url),
    severity && `(${plain(severity, 40)})`,
  ])
  return { event, text: lines(first, listed(packages(advisory))) }
}

const reports = { published: 'published the security advisory', reported: 'reported a vulnerability:' }

/** Reads `repository_advisory`, a vulnerability in the repository itself. */
export const githubRepositoryAdvisory: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('repository_advisory', action)
  const did = eventWords(reports, action)
  if (!did) return notShown(event)
  const advisory = body.at('repository_advisory')
  const { text: severity } = advisory.at('severity')
  const first = sentence({
    sign: '⚠️',
    who: githubSender(body),
    did,
    item: {
      name: advisory.at('summary').text || advisory.at('ghsa_id').text,
      url: advisory.at('html_url').text,
    },
    after: severity && `(${plain(severity, 40)})`,
    where: githubRepository(body),
  })
  return { event, text: lines(first, listed(packages(advisory))) }
}

/** Reads `security_and_analysis`, the repository's switches for scans. */
export const githubSecurityAndAnalysis: EventReader = (body, event) => {
  const now = body.at('repository', 'security_and_analysis')
  const changed = body.at('changes', 'from', 'security_and_analysis').entries.map(([name, from]) => {
    const words = [from, now.at(name)].map(each => plain(each.at('status').text || each.text, 40))
    return joined([`${asWords(name)}:`, joined(words, ' → ')])
  })
  const first = sentence({
    sign: '⚠️',
    who: githubSender(body),
    did: 'changed the security settings',
    where: githubRepository(body),
  })
  return { event, text: lines(first, listed(changed)) }
}
