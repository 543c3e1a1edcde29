/** A setting that is on or off: what it is called, and what it means either way. */
export type SwitchWords = { name: string; label: string; on: string; off: string }

/** The switches of Integrations, Custom integrations, as administrators know them, in their order. */
export const integrationSwitches: SwitchWords[] = [
  {
    name: 'EnableIncomingWebhooks',
    label: 'Enable Incoming Webhooks',
    on: 'Programs write to channels by the URLs of incoming webhooks.',
    off: 'Every incoming webhook is refused with 501, and none can be made. They are kept, and work again when this is on.',
  },
  {
    name: 'EnableOAuthServiceProvider',
    label: 'Enable OAuth 2.0 Service Provider',
    on: 'Applications can be registered here, and act for those who let them, and as bots.',
    off: 'No application can be registered, or be let in by anybody. Those that were can still be stopped.',
  },
  {
    name: 'EnableOnlyAdminIntegrations',
    label: 'Restrict managing integrations to Admins',
    on: 'Only administrators make and change them: webhooks those of the team and of the system, applications those of the system.',
    off: 'Everybody makes webhooks in their own teams, and registers applications.',
  },
  {
    name: 'EnablePostUsernameOverride',
    label: 'Enable integrations to override usernames',
    on: 'A payload’s username is the name that its posts are shown with, beside the mark BOT.',
    off: 'Posts of webhooks are shown with the name webhook, whatever their payload says.',
  },
  {
    name: 'EnablePostIconOverride',
    label: 'Enable integrations to override profile picture icons',
    on: 'A payload’s icon_url is the picture that its posts are shown with.',
    off: 'Posts of webhooks are shown with the picture of the webhook’s creator, whatever their payload says.',
  },
  {
    name: 'ConfirmNewHooks',
    label: 'New webhooks answer when the message is posted',
    on: 'Senders to a new webhook are answered once the message is in the channel, or with the reason why it is not.',
    off: 'Senders to a new webhook are answered as soon as the message is safely kept.',
  },
]
