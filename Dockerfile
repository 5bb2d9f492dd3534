# The image of a release: nothing is built here. First: scripts/release.sh, then: docker build -t ethryx:latest .
# Runs as an ordinary user on a root that may be read-only; writes nowhere unless a configuration names a file.
FROM eclipse-temurin:21-jre-alpine AS prepared
ADD target/release/ethryx.tar.gz /opt/
RUN mv /opt/ethryx-v* /opt/ethryx && /opt/ethryx/ethryx --version

FROM eclipse-temurin:21-jre-alpine
COPY --from=prepared /opt/ethryx /opt/ethryx
USER 65532:65532
EXPOSE 8547 8663 8664
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/ethryx/ethryx"]
CMD ["sidecar"]
