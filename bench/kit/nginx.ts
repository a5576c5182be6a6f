import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { waitForSuccess } from '../../scripts/processes/dev-processes.ts'
import { freePort } from '../../tests/kit/shops/start-demo-stack.ts'
import { SERVER_CORE, end, spawnOn } from '../../tests/kit/processes.ts'

/**
 * Starts nginx with one worker on the servers' core, which serves these bytes with these headers from a file for every
 * request.
 */
export async function startNginx(body: Buffer, headers: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-nginx-'))
  chmodSync(directory, 0o755)
  writeFileSync(join(directory, 'page.html'), body)
  const port = await freePort()
  writeFileSync(join(directory, 'nginx.conf'), configOf(directory, port, headers))
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

function configOf(directory: string, port: number, headers: Record<string, string>): string {
  const { 'content-type': type, ...added } = headers
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
    etag off;
    ${Object.entries(added)
      .map(([name, value]) => `add_header ${name} "${value.replace(/["\\]/g, '\\$&')}";`)
      .join('\n    ')}
    location / { try_files /page.html =404; }
  }
}
`
}
