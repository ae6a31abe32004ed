# runner-api, from the distribution that ./runner build makes. Built from the project's root:
#   docker build -f deploy/docker/api.Dockerfile -t runner-api .
# Any base will do that has Java 25 and bash.
ARG BASE=eclipse-temurin:25-jre
FROM ${BASE}

# The same number in both images: logs are readable by their owner only, and lie on a volume that both mount.
# By hand, because useradd is called differently, or missing, on different bases.
RUN echo 'runner:x:10001:10001:Runner:/var/lib/runner:/usr/sbin/nologin' >>/etc/passwd \
    && echo 'runner:x:10001:' >>/etc/group \
    && mkdir -p /var/lib/runner/logs && chown -R 10001:10001 /var/lib/runner && chmod 0750 /var/lib/runner/logs
# Programs in bin/ and lib/, the front end in web/.
COPY runner-api/target/runner-api /opt/runner/api
COPY deploy/docker/answers /usr/local/bin/answers

USER 10001:10001
WORKDIR /var/lib/runner
ENV LANG=C.UTF-8 RUNNER_API_HOST=0.0.0.0 RUNNER_LOG_DIR=/var/lib/runner/logs RUNNER_REGISTRY=/etc/runner/runner.yml
VOLUME /var/lib/runner/logs
EXPOSE 8080 9090
# Ready means that the database answers, too: a replica without one is of no use to the balancer.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["answers", "8080", "/readyz"]
ENTRYPOINT ["/opt/runner/api/bin/runner-api"]
CMD ["serve"]
