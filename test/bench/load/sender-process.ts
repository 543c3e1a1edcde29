import { closedLoop, type Load } from './closed-loop.js'

/** Runs the sender in its own process, the same for both systems. */
process.on('message', (load: Load) => {
  closedLoop(load).then(
    sent => process.send?.({ sent }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
