import type { Standing } from '@posthorn/core'
import { code, count, joined, link, plain, quote, truncate } from '../markdown.js'
import type { Native } from '../native.js'
import { alertLine, asWords, capitalized, endedQuote, listOnLine } from './alert.js'
import { severityRank } from './severity.js'

/** A group of alerts in the form of Prometheus Alertmanager, which Grafana has too. The worst firing alerts come first. */
export type AlertGroup = {
  isResolved: boolean
  firing: Native[]
  resolved: Native[]
  firingCount: number
  total: number
  /** Whether the sender left out alerts, whose state is unknown. */
  isCut: boolean
}

/** Alerts that a post shows. The rest are counted. */
const maxShown = 20
/** A post shows fewer alerts if their lines are longer than this, in characters. */
const maxLinesLength = 8000
/** The most alerts whose standing is compared. */
const maxStandings = 500
const maxNames = 3
const maxHeadlineLabels = 6
const maxLabels = 20
const maxFacts = 20

/** Reads which alerts of a group fire. An alert without a state of its own has that of its group. */
export function readGroup(body: Native): AlertGroup {
  const alerts = body.at('alerts')
  const isOver = (alert: Native) =>
    alert.at('status').exists ? isResolvedAlert(alert) : isResolvedAlert(body)
  const firing = alerts.choose(alert => !isOver(alert), maxStandings)
  const resolved = alerts.choose(isOver, maxShown)
  const isResolved = firing.length === 0 && alerts.length > 0 && body.at('status').text !== 'firing'
  const left = body.at('truncatedAlerts').number ?? 0
  return {
    isResolved,
    isCut: left > 0,
    firing: worstFirst(firing.items),
    resolved: resolved.items,
    firingCount: firing.length,
    total: alerts.length + left,
  }
}

function worstFirst(alerts: Native[]): Native[] {
  const ranked = alerts.map(alert => ({ alert, rank: rankOf(alert) }))
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ alert }) => alert)
}

function isResolvedAlert(alert: Native): boolean {
  return alert.at('status').text === 'resolved'
}

function rankOf(alert: Native): number {
  return severityRank(severityOf(alert))
}

function severityOf(alert: Native): string {
  return alert.at('labels', 'severity').text || alert.at('labels', 'priority').text
}

/** Returns the standing of each alert that fires. One that joins, fires again or gets a higher severity is worse. */
export function groupStanding({ firing }: AlertGroup): Standing {
  return Object.fromEntries(firing.map(alert => [identityOf(alert), rankOf(alert)]))
}

/** Alerts without a fingerprint are known by their labels, of which a changed severity makes no other alert. */
function identityOf(alert: Native): string {
  const { text: fingerprint } = alert.at('fingerprint')
  if (fingerprint !== '') return fingerprint
  const labels = alert.at('labels').entries.filter(([name]) => name !== 'severity')
  return JSON.stringify(labels.map(([name, { text }]) => [name, text]))
}

/** What is known of an alert. `text`: sentences for people. `note`: a value with a name. */
type Fact = { kind: 'name' | 'severity' | 'label' | 'text' | 'note' | 'link'; name: string; value: string }

/** How a sender names what its alerts have. */
export type GroupSender = {
  /** The name of an alert. */
  nameOf: (alert: Native) => string
  /** Labels that nobody needs. */
  isInternal: (label: string) => boolean
  /** What its alerts have besides labels and annotations. Values that are addresses are links. */
  more: (alert: Native) => Readonly<Record<string, string>>
}

export type GroupTitle = {
  /** The owner's own title, if there is one. */
  title?: string
  /** Where the title leads. */
  address: string
  /** Further notes, as markdown. */
  notes?: (string | undefined)[]
  /** The owner's own text, as markdown. */
  message?: string
}

/** Returns a group in words. What all firing alerts share is shown once, and a line per alert has what is its own. */
export function groupText(
  body: Native,
  group: AlertGroup,
  sender: GroupSender,
  { title = '', address, notes = [], message = '' }: GroupTitle,
): string {
  const shown = [...group.firing, ...group.resolved].slice(0, maxShown)
  const facts = shown.map(alert => factsOf(alert, sender))
  const current = group.isResolved ? shown : group.firing.slice(0, maxShown)
  const isWhole = current.length === (group.isResolved ? group.total : group.firingCount)
  const shared = sharedBy(facts.slice(0, current.length), isWhole ? undefined : commonIn(body))
  const names = namesOf(current, sender)
  const line = alertLine({
    sign: group.isResolved ? '✅' : '🔥',
    state: group.isResolved ? 'Resolved' : 'Firing',
    item: link(title || names || 'Alerts', address),
    notes: [title !== '' && !title.includes(names) && plain(names), ...notes, severities(current)],
  })
  const [labels, further] = labelsOf(shared)
  const own = lines(shown, facts, new Set(shared.map(idOf)), group)
  return joined(
    [
      joined([line, labels, countsOf(group)], ' · '),
      further,
      endedQuote(message),
      ...textsOf(shared).filter(text => `> ${text}` !== message),
      ...notesOf(shared),
      linksOf(shared),
      own,
    ],
    '\n',
  )
}

function countsOf({ isResolved, isCut, firingCount, total }: AlertGroup): string | false {
  if (total <= 1) return false
  return isResolved
    ? count(total, 'alert')
    : joined([isCut && 'at least', `${firingCount} of ${count(total, 'alert')} firing`])
}

/** The names of alerts, the worst first. */
function namesOf(alerts: Native[], { nameOf }: GroupSender): string {
  return listOnLine([...new Set(alerts.map(nameOf))], maxNames)
}

/** Severities of alerts, the worst first. */
function severities(alerts: Native[]): string {
  const names = new Set(alerts.map(alert => plain(alert.at('labels', 'severity').text, 40)))
  return listOnLine([...names], maxNames)
}

/** Annotations for people, in the order in which they are shown. */
const texts = ['summary', 'description', 'message']

function factsOf(alert: Native, { nameOf, isInternal, more }: GroupSender): Fact[] {
  const labels = alert.at('labels').entries.filter(([name]) => !isInternal(name) && !shownFirst.has(name))
  const annotations = new Map(alert.at('annotations').entries.map(([name, { text }]) => [name, text]))
  const said = texts.filter(
    (name, index) => !texts.slice(0, index).some(other => annotations.get(other) === annotations.get(name)),
  )
  const others = [...annotations].filter(([name]) => !texts.includes(name) && !name.startsWith('__'))
  const notes = [...others, ...Object.entries(more(alert))]
  const all: Fact[] = [
    { kind: 'name', name: '', value: nameOf(alert) },
    { kind: 'severity', name: '', value: alert.at('labels', 'severity').text },
    ...labels.slice(0, maxLabels).map(([name, { text }]): Fact => ({ kind: 'label', name, value: text })),
    ...said.map((name): Fact => ({ kind: 'text', name, value: annotations.get(name) ?? '' })),
    ...notes.slice(0, maxFacts).map(([name, value]): Fact => ({ kind: kindOf(value), name, value })),
  ]
  return all.filter(({ value }) => value !== '')
}

/** Labels that have their place at the start. */
const shownFirst = new Set(['alertname', 'severity'])

function kindOf(value: string): 'link' | 'note' {
  return link('x', value) === 'x' ? 'note' : 'link'
}

const idOf = ({ kind, name, value }: Fact) => `${kind} ${name} ${value}`

/** The labels and annotations that a body says all its alerts share. */
function commonIn(body: Native): (fact: Fact) => boolean {
  const labels = body.at('commonLabels')
  const annotations = body.at('commonAnnotations')
  return ({ kind, name, value }) =>
    kind === 'name' || kind === 'severity' || kind === 'link'
      ? true
      : labels.at(name).text === value || annotations.at(name).text === value
}

/** What all these alerts share. `isCommon`: whether that holds for those that are not shown. */
function sharedBy(facts: Fact[][], isCommon: (fact: Fact) => boolean = () => true): Fact[] {
  const [first = [], ...others] = facts
  const sets = others.map(each => new Set(each.map(idOf)))
  return first.filter(fact => isCommon(fact) && sets.every(set => set.has(idOf(fact))))
}

/** Labels that tell where it happens, which come first. */
const places = ['cluster', 'namespace', 'service', 'instance', 'host', 'pod', 'job']

function placeOf({ name }: Fact): number {
  const place = places.indexOf(name)
  return place < 0 ? places.length : place
}

/** The labels of the first line, and those of the second. */
function labelsOf(facts: Fact[]): [first: string, second: string] {
  const labels = facts
    .filter(({ kind }) => kind === 'label')
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ name, value }) => code(`${name}=${value}`, 120))
  return [labels.slice(0, maxHeadlineLabels).join(' '), labels.slice(maxHeadlineLabels).join(' ')]
}

function textsOf(facts: Fact[]): string[] {
  return facts
    .filter(({ kind }) => kind === 'text')
    .map(({ value }) => (/[\r\n]/.test(value) ? endedQuote(quote(value)) : plain(value, 600)))
}

/** `**Runbook:** …`, each value once. */
function notesOf(facts: Fact[]): string[] {
  return facts
    .filter(({ kind }) => kind === 'note')
    .map(({ name, value }) => `**${capitalized(labelOf(name))}:** ${noteOf(name, value)}`)
}

/** A path in a repository is shown as it is. */
function noteOf(name: string, value: string): string {
  return name.startsWith('runbook') || name === 'value' ? code(value, 300) : plain(value, 300)
}

function linksOf(facts: Fact[]): string {
  const links = facts.filter(({ kind }) => kind === 'link')
  return joined(
    [...new Map(links.map(({ name, value }) => [value, link(labelOf(name), value)])).values()],
    ' · ',
  )
}

/** `runbook_url` is a runbook. */
function labelOf(name: string): string {
  return asWords(truncate(name, 60).replace(/_?url$/i, '') || name)
}

/** Returns a line per alert that has anything of its own, and how many alerts are not shown. */
function lines(shown: Native[], facts: Fact[][], shared: ReadonlySet<string>, group: AlertGroup): string {
  const written: string[] = []
  let length = 0
  for (const [index, alert] of shown.entries()) {
    const own = (facts[index] ?? []).filter(fact => !shared.has(idOf(fact)))
    const isMarked = !group.isResolved && isResolvedAlert(alert)
    const line = alertItem(own, isMarked)
    length += line.length
    if (written.length > 0 && length > maxLinesLength) break
    written.push(line)
  }
  const hidden = group.total - written.length
  const hiddenFiring = Math.max(0, group.firingCount - written.length)
  return joined(
    [
      ...written,
      hidden > 0 &&
        `… and ${count(hidden, 'more alert')}${hiddenFiring > 0 && !group.isResolved ? `, ${hiddenFiring} of them firing` : ''}`,
    ],
    '\n',
  )
}

function alertItem(own: Fact[], isMarked: boolean): string {
  const of = (wanted: Fact['kind']) => own.filter(({ kind }) => kind === wanted)
  const [name, severity] = [of('name')[0]?.value ?? '', of('severity')[0]?.value ?? '']
  const said = of('text').map(({ value }) => plain(value, 300))
  const notes = of('note').map(({ name, value }) => `${labelOf(name)}: ${noteOf(name, value)}`)
  const links = linksOf(of('link'))
  const labels = joined(labelsOf(own))
  const facts = joined([
    isMarked && '✅',
    name !== '' && `**${plain(name, 120)}**`,
    severity !== '' && `(${plain(severity, 40)})`,
    joined([joined(said, ' · '), ...notes], ' · '),
    labels,
  ])
  if (facts === '' && links === '') return ''
  return joined(['-', facts, links !== '' && `(${links})`])
}
