import { closedLoop, type Load } from './closed-loop.js'

/** The sender is a process of its own, as senders are, and the same one for both sides. */
process.on('message', (load: Load) => {
  closedLoop(load).then(
    sent => process.send?.({ sent }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
