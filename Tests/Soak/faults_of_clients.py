"""Clients that are slow, vanish or do nothing, while others are served."""
import asyncio
import contextlib
import resource
import socket
import time

from world import World

# Seconds: the limits of this world, and what the service may take beyond them.
IDLE, CONTENT, MARGIN = 6, 4, 4
# Seconds that another person may wait for an answer, on a machine that does much else.
SOON = 5


async def slow(setting):
    """A byte a second, half-open connections, and clients that do not read; all end at their limits."""
    count = 20 if setting.is_short else 300
    with setting.database() as database:
        async with World(setting, database.address, limits_idle_seconds=IDLE, limits_content_seconds=CONTENT) as world:
            await world.warm()
            if not setting.is_short:
                # The allocator keeps what so many connections needed; a leak shows at the second time.
                await crowd(world, count)
                await world.mark()
            await crowd(world, count)
            await world.judge(database)
            await world.measure()
    return world, f"{6 * count + 40} slow clients at once"


async def crowd(world, count):
    """Slow clients of each kind at each instance, beside some quick ones."""
    await world.begin(world.people[:4])
    world.longest = 0
    await asyncio.gather(*(
        ended(world, kind, instance) for kind in LIMITS for instance in world.instances
        # Until its buffers are full, each of those who do not read costs a hundred answers.
        for _ in range(20 if kind is no_reader else count)))
    if world.longest > SOON:
        world.fail(f"another client waited {world.longest:.1f} s")


async def idle(setting):
    """Thousands of idle connections, which end at their limit."""
    count, limit = (500, IDLE) if setting.is_short else (10_000, 60)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    count = min(count, most - 500)
    with setting.database() as database:
        async with World(setting, database.address, limits_idle_seconds=limit) as world:
            await world.warm()
            if not setting.is_short:
                # The allocator keeps what so many connections needed; a leak shows at the second time.
                await wave(world, count, limit)
                await world.mark()
            await wave(world, count, limit)
            await world.judge(database)
            await world.measure()
    return world, f"{count} idle connections"


async def wave(world, count, limit):
    """Opens connections, and waits until the service has closed them."""
    await world.begin(world.people[:4])
    instance, sockets = world.instances[0], []
    while len(sockets) < count:
        sockets += await asyncio.gather(*(connected(instance.port) for _ in range(min(200, count - len(sockets)))))
    await world.until(lambda: instance.files() > count, f"{count} connections are open")
    world.longest = 0
    await world.more("written", 50)
    await world.until(lambda: instance.files() < count // 10, "idle connections end", limit + 30)
    if world.longest > SOON:
        world.fail(f"another client waited {world.longest:.1f} s")
    for one in sockets:
        one.close()


async def connected(port, **options):
    one = socket.socket()
    one.setblocking(False)
    if options.get("small"):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", port))
    return one


async def ended(world, kind, instance):
    """Whether the service ends the connection at its limit, and not before."""
    start, one = time.monotonic(), await connected(instance.port, small=kind is no_reader)
    try:
        async with asyncio.timeout(LIMITS[kind] + MARGIN):
            with contextlib.suppress(OSError):
                await kind(one, world.people[-1].token, instance.port)
        if (seconds := time.monotonic() - start) < LIMITS[kind] - 0.5:
            world.fail(f"{kind.__name__}: ended after {seconds:.1f} s, before its limit")
    except TimeoutError:
        world.fail(f"{kind.__name__}: not ended")
    finally:
        one.close()


async def trickle(one, content):
    """Sends a byte a second, until the service ends the connection."""
    loop = asyncio.get_running_loop()
    closed = asyncio.create_task(until_closed(one))
    for number in range(len(content)):
        await loop.sock_sendall(one, content[number:number + 1])
        done, _ = await asyncio.wait([closed], timeout=1)
        if done:
            return
    await closed


async def until_closed(one):
    with contextlib.suppress(OSError):
        while await asyncio.get_running_loop().sock_recv(one, 1 << 16):
            pass


def head(token, port, *more):
    return "\r\n".join(["POST /api/tasks HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {token}",
                        "Content-Type: application/json", *more, "", ""]).encode()


async def a_byte_a_second_of_the_head(one, token, port):
    await trickle(one, head(token, port, "Content-Length: 15"))


async def a_byte_a_second_of_the_content(one, token, port):
    await asyncio.get_running_loop().sock_sendall(one, head(token, port, "Content-Length: 1000"))
    await trickle(one, b" " * 1000)


async def half_a_request(one, token, port):
    """Part of a request, and then no packet any more."""
    await asyncio.get_running_loop().sock_sendall(one, head(token, port, "Content-Length: 1000")[:100])
    await until_closed(one)


async def no_reader(one, token, port):
    """Asks for a document again and again, and reads nothing: the service cannot send its answers."""
    loop = asyncio.get_running_loop()
    request = f"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    while True:
        await loop.sock_sendall(one, request)
        await asyncio.sleep(0.01)


LIMITS = {a_byte_a_second_of_the_head: IDLE, a_byte_a_second_of_the_content: CONTENT, half_a_request: IDLE,
          no_reader: CONTENT}
