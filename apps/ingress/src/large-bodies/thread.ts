import { judge } from '@posthorn/formats'
import { serveThread } from '@posthorn/server'

serveThread(judge)
