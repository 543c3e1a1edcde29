/** The adapters for senders' own JSON, by the last part of the URL that selects them. A test compares them with core's. */
export const hookFormats = [
  { name: 'bitbucket', title: 'Bitbucket Cloud' },
  { name: 'bitbucketserver', title: 'Bitbucket Data Center' },
  { name: 'gitea', title: 'Gitea and Forgejo' },
  { name: 'github', title: 'GitHub' },
  { name: 'gitlab', title: 'GitLab' },
  { name: 'grafana', title: 'Grafana' },
  { name: 'jira', title: 'Jira' },
  { name: 'linear', title: 'Linear' },
  { name: 'newrelic', title: 'New Relic' },
  { name: 'pagerduty', title: 'PagerDuty' },
  { name: 'alertmanager', title: 'Prometheus Alertmanager' },
  { name: 'sentry', title: 'Sentry' },
  { name: 'statuspage', title: 'Statuspage' },
  { name: 'stripe', title: 'Stripe' },
  { name: 'uptimekuma', title: 'Uptime Kuma' },
  { name: 'uptimerobot', title: 'UptimeRobot' },
] as const
