/** The adapters for senders' own JSON, by the last part of the URL that selects them. A test compares them with core's. */
export const hookFormats = [
  { name: 'alertmanager', title: 'Prometheus Alertmanager' },
  { name: 'gitea', title: 'Gitea or Forgejo' },
  { name: 'github', title: 'GitHub' },
  { name: 'gitlab', title: 'GitLab' },
] as const
