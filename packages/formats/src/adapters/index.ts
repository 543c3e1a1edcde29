import type { Adapter, SenderHeaders } from './adapter.js'
import { alertmanager } from './alertmanager/alertmanager.js'
import { apprise } from './apprise/apprise.js'
import { azureDevops } from './azuredevops/azuredevops.js'
import { bitbucket } from './bitbucket/bitbucket.js'
import { bitbucketServer } from './bitbucketserver/bitbucketserver.js'
import { circleci } from './circleci/circleci.js'
import { cloudevents } from './cloudevents/cloudevents.js'
import { discord } from './discord/discord.js'
import { gitea } from './gitea/gitea.js'
import { github } from './github/github.js'
import { gitlab } from './gitlab/gitlab.js'
import { googleChat } from './googlechat/googlechat.js'
import { gotify } from './gotify/gotify.js'
import { grafana } from './grafana/grafana.js'
import { harbor } from './harbor/harbor.js'
import { jira } from './jira/jira.js'
import { anyJson } from './json/json.js'
import { linear } from './linear/linear.js'
import type { Native } from './native.js'
import { newrelic } from './newrelic/newrelic.js'
import { ntfy } from './ntfy/ntfy.js'
import { opsgenie } from './opsgenie/opsgenie.js'
import { pagerduty } from './pagerduty/pagerduty.js'
import { sentry } from './sentry/sentry.js'
import { sonarqube } from './sonarqube/sonarqube.js'
import { statuspage } from './statuspage/statuspage.js'
import { stripe } from './stripe/stripe.js'
import { teams } from './teams/teams.js'
import { uptimekuma } from './uptimekuma/uptimekuma.js'
import { uptimerobot } from './uptimerobot/uptimerobot.js'
import { zabbix } from './zabbix/zabbix.js'

/** All adapters. Of several that match a body, the first one wins. */
export const adapters: readonly Adapter[] = [
  // Grafana's body looks like Alertmanager's, with more fields.
  grafana,
  alertmanager,
  github,
  gitlab,
  gitea,
  bitbucket,
  bitbucketServer,
  azureDevops,
  circleci,
  sonarqube,
  harbor,
  sentry,
  jira,
  pagerduty,
  uptimekuma,
  statuspage,
  newrelic,
  uptimerobot,
  linear,
  stripe,
  discord,
  teams,
  googleChat,
  opsgenie,
  zabbix,
  cloudevents,
  apprise,
  gotify,
  ntfy,
  anyJson,
]

const byName = new Map(adapters.map(adapter => [adapter.name, adapter]))

/** The headers that adapters read. */
export const adapterHeaders: ReadonlySet<string> = new Set(
  adapters.flatMap(({ headers, idempotencyHeader }) => [
    ...headers,
    ...(idempotencyHeader ? [idempotencyHeader] : []),
  ]),
)

/** Returns the adapter of this name. */
export function adapterNamed(name: string): Adapter | undefined {
  return byName.get(name)
}

/** Returns the adapter whose sender surely wrote this body. */
export function detectAdapter(headers: SenderHeaders, body: Native): Adapter | undefined {
  return adapters.find(adapter => adapter.matches(headers, body))
}
