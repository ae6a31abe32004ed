# runner-worker, from the distribution that ./runner build makes. Built from the project's root:
#   docker build -f deploy/docker/worker.Dockerfile -t runner-worker .
# Any base will do that has Java 25, bash and setsid. Scripts find in it what they need to run: name a base of
# your own that has it.
ARG BASE=eclipse-temurin:25-jre
FROM ${BASE}

# The same number in both images: logs are readable by their owner only, and lie on a volume that both mount.
# By hand, because useradd is called differently, or missing, on different bases.
RUN echo 'runner:x:10001:10001:Runner:/var/lib/runner:/usr/sbin/nologin' >>/etc/passwd \
    && echo 'runner:x:10001:' >>/etc/group \
    && mkdir -p /var/lib/runner/logs && chown -R 10001:10001 /var/lib/runner && chmod 0750 /var/lib/runner/logs
# Jobs run as the worker's user, and may look into every process of that user which shows itself: its environment holds the
# database's password. A program whose file cannot be read shows nothing, so those that are given the environment are a
# shell and a Java of that kind.
RUN mkdir -p /opt/runner/bin && cp /bin/bash /opt/runner/bin/bash \
    && chmod 0111 /opt/runner/bin/bash "$(readlink -f "$(command -v java)")"
COPY runner-worker/target/runner-worker /opt/runner/worker
COPY deploy/docker/answers deploy/docker/worker-init /usr/local/bin/

USER 10001:10001
WORKDIR /var/lib/runner
# Jobs cannot outlive the container, so a stop cancels them instead of leaving them to be found lost.
ENV LANG=C.UTF-8 HOME=/var/lib/runner RUNNER_LOG_DIR=/var/lib/runner/logs RUNNER_REGISTRY=/etc/runner/runner.yml \
    RUNNER_DRAIN=false RUNNER_WORKER_MANAGEMENT_PORT=9091
VOLUME /var/lib/runner/logs
EXPOSE 9091
# A database that is away does not make the worker unhealthy: it goes on as soon as that is back.
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 CMD ["/opt/runner/bin/bash", "/usr/local/bin/answers", "9091", "/metrics"]
ENTRYPOINT ["/opt/runner/bin/bash", "/usr/local/bin/worker-init"]
CMD ["run"]
