import { connect } from 'node:net';

const PROTOCOL_3 = 196_608;
const READ_LIMIT_MS = 30_000;

/**
 * Sends one statement to the stack's database, for what only time would bring otherwise: runs of last week. A few messages
 * of PostgreSQL's protocol are enough for that, since the embedded server trusts whoever reaches it.
 *
 * @param address as the server tells it, jdbc:postgresql://host:port/database?user=…
 */
export async function sql(address: string, statement: string): Promise<void> {
  const url = new URL(address.replace(/^jdbc:/, ''));
  const startup = message(
    '',
    int32(PROTOCOL_3),
    text('user'),
    text(url.searchParams.get('user') ?? 'postgres'),
    text('database'),
    text(url.pathname.slice(1)),
    Buffer.of(0),
  );
  const socket = connect(Number(url.port), url.hostname);
  socket.setTimeout(READ_LIMIT_MS, () => socket.destroy(new Error('the database does not answer')));
  socket.write(startup);
  let unread = Buffer.alloc(0);
  let isSent = false;
  try {
    for await (const chunk of socket) {
      unread = Buffer.concat([unread, chunk as Buffer]);
      // A letter, the length of what follows with itself, what follows.
      while (unread.length >= 5 && unread.length > unread.readInt32BE(1)) {
        const length = unread.readInt32BE(1);
        const type = String.fromCharCode(unread[0] ?? 0);
        const body = unread.subarray(5, 1 + length);
        unread = unread.subarray(1 + length);
        if (type === 'E') throw new Error(body.toString().replaceAll('\0', ' '));
        if (type === 'R' && body.readInt32BE(0) !== 0) throw new Error('the database asks for a password');
        // Ready: first for the statement, then because it is done.
        if (type === 'Z' && isSent) return;
        if (type === 'Z') {
          socket.write(message('Q', text(statement)));
          isSent = true;
        }
      }
    }
    throw new Error('the database hung up');
  } finally {
    socket.destroy();
  }
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
