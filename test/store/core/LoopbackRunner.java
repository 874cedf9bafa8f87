import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** DynamoDB Local on loopback: its own command line has no setting for the address. */
public class LoopbackRunner {
  public static void main(String[] arguments) throws Exception {
    var proxy = ServerRunner.createServerFromCommandLineArgs(arguments);
    var field = proxy.getClass().getDeclaredField("server");
    field.setAccessible(true);
    for (Connector connector : ((Server) field.get(proxy)).getConnectors()) ((ServerConnector) connector).setHost("127.0.0.1");
    proxy.start();
    proxy.join();
  }
}
