import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { waitForSuccess } from '../../scripts/dev-processes.ts'
import { freePort } from './demo-stack.ts'
import { SERVER_CORE, end, spawnOn } from './processes.ts'

export interface BodyKind {
  type: string
  encoding?: string
}

const PAGE: BodyKind = { type: 'text/html; charset=utf-8', encoding: 'br' }

/**
 * Starts nginx with one worker on the servers' core, which serves these compressed bytes from a file for every
 * request.
 */
export async function startNginx(body: Buffer, { encoding, type }: BodyKind = PAGE) {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-nginx-'))
  chmodSync(directory, 0o755)
  writeFileSync(join(directory, 'page.html'), body)
  const port = await freePort()
  writeFileSync(join(directory, 'nginx.conf'), configOf(directory, port, { encoding, type }))
  const command = ['/usr/sbin/nginx', '-p', directory, '-c', join(directory, 'nginx.conf')]
  const child = spawnOn(SERVER_CORE, command, { stdio: 'ignore' })
  await waitForSuccess(`http://127.0.0.1:${port}/`)
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      await end(child)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function configOf(directory: string, port: number, { encoding, type }: BodyKind): string {
  return `
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10;
  ${['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind === 'body' ? 'client_body' : kind}_temp_path ${directory}/${kind};`)
    .join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${directory};
    types { }
    default_type "${type}";
    ${encoding === undefined ? '' : `add_header Content-Encoding ${encoding};`}
    location / { try_files /page.html =404; }
  }
}
`
}
