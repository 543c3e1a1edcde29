import { asWords } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { addressBelow, type ForgePlace, lines, linked, listed, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { githubAccount, githubHost, githubOwner, githubSender } from './github-values.js'

const installs = {
  created: 'installed the app',
  deleted: 'uninstalled the app',
  suspend: 'suspended the app',
  unsuspend: 'resumed the app',
  new_permissions_accepted: 'accepted new permissions of the app',
}

/** Returns an app with the page of its installation. Older bodies have only its number. */
function appOf(installation: Native): ForgePlace {
  const id = installation.at('app_id').text
  return { name: installation.at('app_slug').text || (id && `#${id}`), url: installation.at('html_url').text }
}

/** Reads `installation`. */
export const githubInstallation: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('installation', action)
  const did = eventWords(installs, action)
  if (!did) return notShown(event)
  const installation = body.at('installation')
  const repositories = body.at('repositories').items.map(each => plain(each.at('full_name').text, 100))
  const isAll = installation.at('repository_selection').text === 'all'
  const first = sentence({
    who: githubSender(body),
    did,
    item: appOf(installation),
    after: isAll && 'for all repositories',
    where: githubAccount(installation.at('account')),
  })
  return { event, text: lines(first, !isAll && listed(repositories, body.at('repositories').length)) }
}

/** Reads `installation_repositories`. */
export const githubInstallationRepositories: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('installation_repositories', action)
  const installation = body.at('installation')
  const list = body.at(action === 'removed' ? 'repositories_removed' : 'repositories_added')
  const names = list.items.map(each => plain(each.at('full_name').text, 100))
  const first = sentence({
    who: githubSender(body),
    did: action === 'removed' ? 'took repositories from the app' : 'gave repositories to the app',
    item: appOf(installation),
    where: githubAccount(installation.at('account')),
  })
  return { event, text: lines(first, listed(names, list.length)) }
}

/** Reads `github_app_authorization`, which only the app itself gets. */
export const githubAuthorization: EventReader = body => {
  const event = eventName('github_app_authorization', body.at('action').text)
  const who = linked(githubAccount(body.at('sender')))
  return {
    event,
    text: `${who || 'Somebody'} ${asWords(body.at('action').text)} the authorization of this app`,
  }
}

/** Reads `meta`: GitHub sends no more events after it. */
export const githubMeta: EventReader = body => {
  const event = eventName('meta', body.at('action').text)
  const did = 'deleted the webhook that posts here'
  const first = sentence({ sign: '⚠️', who: githubSender(body), did, where: githubOwner(body) })
  return { event, text: first }
}

const purchases = {
  purchased: 'bought',
  cancelled: 'canceled',
  changed: 'changed to',
  pending_change: 'will change to',
  pending_change_cancelled: 'will keep',
}

/** Returns an amount in dollars. */
function dollars(cents: Native): string {
  const { number } = cents
  return number === undefined ? '' : `$${(number / 100).toFixed(2)}`
}

/** Reads `marketplace_purchase`. */
export const githubPurchase: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('marketplace_purchase', action)
  const purchase = body.at('marketplace_purchase')
  const did = eventWords(purchases, action)
  if (!did) return notShown(event)
  const plan = purchase.at('plan')
  const isYearly = purchase.at('billing_cycle').text === 'yearly'
  const { text: name } = plan.at('name')
  const price = dollars(plan.at(isYearly ? 'yearly_price_in_cents' : 'monthly_price_in_cents'))
  const { text: login } = purchase.at('account', 'login')
  const buyer = { name: login, url: addressBelow(githubHost(body), login) }
  const { text: before } = body.at('previous_marketplace_purchase', 'plan', 'name')
  return {
    event,
    text: joined([
      linked(buyer) || person(githubSender(body)),
      did,
      name === '' ? 'a plan' : `the plan ${plain(name, 80)}`,
      price && `(${price} a ${isYearly ? 'year' : 'month'})`,
      before && before !== name && `instead of ${plain(before, 80)}`,
      githubSender(body) !== login && `· ${person(githubSender(body))}`,
    ]),
  }
}

const sponsorships = {
  created: 'now sponsors',
  cancelled: 'no longer sponsors',
  tier_changed: 'changed the sponsorship of',
  pending_cancellation: 'will stop sponsoring',
  pending_tier_change: 'will change the sponsorship of',
}

/** Reads `sponsorship`. */
export const githubSponsorship: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('sponsorship', action)
  const did = eventWords(sponsorships, action)
  if (!did) return notShown(event)
  const sponsorship = body.at('sponsorship')
  const { text: before } = body.at('changes', 'tier', 'from', 'name')
  const { text: tier } = sponsorship.at('tier', 'name')
  const { text: date } = body.at('effective_date')
  return {
    event,
    text: joined([
      linked(githubAccount(sponsorship.at('sponsor'))) || 'Somebody',
      did,
      linked(githubAccount(sponsorship.at('sponsorable'))),
      tier && `with ${code(tier, 60)}`,
      before && `instead of ${code(before, 60)}`,
      date && `on ${plain(date.slice(0, 10), 20)}`,
    ]),
  }
}

const switches = {
  anonymous_access_enabled: 'let everybody read public repositories without an account',
  anonymous_access_disabled: 'ended anonymous access to repositories',
}

/** Reads `enterprise` of GitHub Enterprise Server. */
export const githubEnterprise: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('enterprise', action)
  const did = eventWords(switches, action)
  if (!did) return notShown(event)
  const host = githubHost(body)
  const where = { name: host.replace(/^https?:\/\//i, ''), url: host }
  return { event, text: sentence({ sign: '⚠️', who: githubSender(body), did, where }) }
}

/** Reads `user` of GitHub Enterprise Server. */
export const githubUser: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('user', action)
  const item = githubAccount(body.at('user'))
  return {
    event,
    text: sentence({
      who: githubSender(body),
      did: `${asWords(action)} the user`,
      item,
      where: githubOwner(body),
    }),
  }
}
